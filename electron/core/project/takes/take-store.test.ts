import { rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LineState } from '../lines/line-states.ts';
import type { Project } from '../project.ts';
import { castAll, giveTake, save, Workshop } from '../testing/test-project.ts';

let workshop: Workshop;
let project: Project;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, 'One.\n\nTwo.\n\nThree.\n');
  castAll(project);
});
afterEach(() => workshop.clear());

const line = (number: number): LineState => {
  const found = project.lines.states()[number - 1];
  if (!found) throw new Error(`no line ${number}`);
  return found;
};
const giveAll = async () => {
  for (const each of project.lines.states()) await giveTake(project, each);
};
const audioPathOf = (number: number): string => {
  const { pick } = line(number);
  return project.takes.audioPath(pick?.audioHash ?? '', 'wav') ?? '';
};

describe('a take', () => {
  it('keeps the whole request and all that is known of it', async () => {
    const takeId = await giveTake(project, line(1));
    expect(project.takes.takesOf(line(1).id)).toEqual([
      {
        id: takeId,
        lineId: line(1).id,
        renderKey: line(1).renderKey,
        request: { voice_engine: 'SvcDialog', text: 'One.', voice: 'voice:NARRATOR', output_format: 'wav' },
        audioHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        format: 'wav',
        sampleRate: 24_000,
        sizeBytes: expect.any(Number),
        durationSeconds: 1,
        source: { origin: 'https://speech.example', userId: 'user-1' },
        jobId: null,
        createdAt: 0,
        verdict: null,
        trimStartSeconds: 0,
        trimEndSeconds: 0,
        gainDb: 0,
        audioProblem: null,
      },
    ]);
  });

  it('makes its line fresh, and its rejection takes that back', async () => {
    const takeId = await giveTake(project, line(1));
    expect(line(1)).toMatchObject({ state: 'fresh', pick: { takeId, durationSeconds: 1 } });
    expect(project.lines.toRender(line(1).id)).toBeNull();
    project.decisions.setVerdict(takeId, 'rejected');
    expect(line(1)).toMatchObject({ state: 'unrendered', pick: null });
    expect(project.lines.toRender(line(1).id)).toMatchObject({ lineId: line(1).id, characters: 4 });
    project.decisions.setVerdict(takeId, null);
    expect(line(1).state).toBe('fresh');
  });

  it('replaces a pick only where that can not be used, or on request', async () => {
    const { id, renderKey } = line(1);
    const key = String(renderKey);
    const first = await giveTake(project, line(1));
    project.decisions.setVerdict(first, 'rejected');
    const second = await giveTake(project, line(1));
    expect(line(1).pick?.takeId).toBe(second);
    expect(project.decisions.pickTake(id, key, first)).toBe(false);
    expect(line(1).pick?.takeId).toBe(second);
    project.decisions.setVerdict(first, null);
    expect(project.decisions.pickTake(id, key, first, { replace: true })).toBe(true);
    expect(line(1).pick?.takeId).toBe(first);
  });

  it('of an old wording can be kept for the new one', async () => {
    const takeId = await giveTake(project, line(1));
    project.decisions.setVerdict(takeId, 'approved');
    save(project, 'One!\n\nTwo.\n\nThree.\n');
    expect(line(1)).toMatchObject({ state: 'stale', pick: null, staleTake: { takeId }, approvedTake: true });
    project.decisions.pickTake(line(1).id, String(line(1).renderKey), takeId, { kept: true });
    expect(line(1)).toMatchObject({ state: 'kept', pick: { takeId }, staleTake: null });
    expect(project.lines.counts()).toMatchObject({ fresh: 1, kept: 1, stale: 0, unrendered: 2 });
    save(project, 'One.\n\nTwo.\n\nThree.\n');
    expect(line(1)).toMatchObject({ state: 'fresh', approvedTake: false });
  });

  it('can be added with all that belongs to it, or not at all', async () => {
    await expect(
      (async () => {
        const { hash, sizeBytes } = await project.takes.putAudio(Buffer.from('audio'), 'wav');
        project.db.transaction(() => {
          const renderKey = String(line(1).renderKey);
          const takeId = project.takes.addTake({
            lineId: line(1).id,
            renderKey,
            request: { voice_engine: 'SvcDialog', text: 'One.', voice: 'v' },
            audioHash: hash,
            format: 'wav',
            sampleRate: 24_000,
            sizeBytes,
            durationSeconds: 1,
            source: { origin: 'local', userId: 'u' },
            jobId: null,
            createdAt: 0,
          });
          project.decisions.pickTake(line(1).id, renderKey, takeId);
          throw new Error('stopped half way');
        });
      })(),
    ).rejects.toThrow('stopped half way');
    expect(line(1).state).toBe('unrendered');
    expect(project.takes.takesOf(line(1).id)).toEqual([]);
  });
});

describe('audio that is gone or broken', () => {
  it('is reported on its line, blocks no other, and heals when the file is back', async () => {
    await giveAll();
    const path = audioPathOf(2);
    rmSync(path);
    const damaged = [{ lineId: line(2).id, takeId: line(2).pick?.takeId, problem: 'missing' }];
    expect(await project.takes.verify()).toEqual(damaged);
    expect(project.lines.states().map(({ state }) => state)).toEqual(['fresh', 'missing-audio', 'fresh']);
    expect(line(2).audioProblem).toBe('missing');
    writeFileSync(path, `audio of ${line(2).id}: ${line(2).renderKey}`);
    expect(await project.takes.verify()).toEqual([]);
    expect(project.lines.counts().fresh).toBe(3);
  });

  it('is found by its size, and by its bytes when these are read', async () => {
    await giveAll();
    const path = audioPathOf(3);
    writeFileSync(path, 'x'.repeat(line(3).pick?.sizeBytes ?? 0));
    expect(await project.takes.verify()).toEqual([]);
    expect(await project.takes.verify({ deep: true })).toMatchObject([{ lineId: line(3).id, problem: 'damaged' }]);
    expect(await project.takes.verify()).toMatchObject([{ problem: 'damaged' }]);
    expect(line(3).state).toBe('missing-audio');
    writeFileSync(path, '');
    expect(await project.takes.verify()).toMatchObject([{ problem: 'damaged' }]);
  });

  it('is whole again when the same audio comes back from the service', async () => {
    await giveAll();
    writeFileSync(audioPathOf(1), 'x');
    await project.takes.verify();
    expect(line(1).state).toBe('missing-audio');
    await giveTake(project, line(1));
    expect(line(1)).toMatchObject({ state: 'fresh', audioProblem: null });
    expect(await project.takes.verify({ deep: true })).toEqual([]);
  });

  it('is not called missing where the file came while it was looked for', async () => {
    await giveAll();
    const path = audioPathOf(1);
    rmSync(path);
    const { changes, next } = await project.takes.audioChanges(0);
    expect(changes).toMatchObject([{ takeId: line(1).pick?.takeId, problem: 'missing' }]);
    expect(next).toBeNull();
    writeFileSync(path, `audio of ${line(1).id}: ${line(1).renderKey}`);
    project.takes.recordAudioChanges(changes);
    expect(line(1).state).toBe('fresh');
  });

  it('of a deleted line is not reported, and still missing when the line is back', async () => {
    await giveAll();
    rmSync(audioPathOf(3));
    save(project, 'One.\n\nTwo.\n');
    expect(await project.takes.verify()).toEqual([]);
    save(project, 'One.\n\nTwo.\n\nThree.\n');
    expect(line(3)).toMatchObject({ state: 'missing-audio', audioProblem: 'missing' });
  });

  it('is known to a reader that looked, and changes nothing for anyone else', async () => {
    await giveAll();
    rmSync(audioPathOf(1));
    const reader = workshop.open('Play.lectern', 'read');
    expect(await reader.takes.verify()).toHaveLength(1);
    expect(reader.lines.counts()).toMatchObject({ fresh: 2, missingAudio: 1 });
    expect(reader.lines.states()[0]).toMatchObject({ state: 'missing-audio', audioProblem: 'missing', pick: null });
    expect(project.lines.counts()).toMatchObject({ fresh: 3, missingAudio: 0 });
    writeFileSync(audioPathOf(1), `audio of ${line(1).id}: ${line(1).renderKey}`);
    expect(await reader.takes.verify()).toEqual([]);
    expect(reader.lines.counts()).toMatchObject({ fresh: 3, missingAudio: 0 });
  });
});
