import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';

let workshop: Workshop;
let project: Project;

beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, 'Before.\n\n# One\n\nOne is [pause 2s] here.\n\n(Silence.)\n\n# Two\n\nTwo.\n');
  castAll(project);
});
afterEach(() => workshop.clear());

describe('the states of lines', () => {
  it('tell where each line stands', () => {
    const places = project.lines
      .states()
      .map((line) => [line.number, line.chapterNumber, line.chapterTitle, line.text]);
    expect(places).toEqual([
      [1, 0, '', 'Before.'],
      [2, 1, 'One', 'One'],
      [3, 1, 'One', 'One is'],
      [4, 1, 'One', 'here.'],
      [5, 2, 'Two', 'Two'],
      [6, 2, 'Two', 'Two.'],
    ]);
    expect(project.lines.states({ chapterId: null }).map(({ number }) => number)).toEqual([1]);
    expect(project.lines.counts()).toMatchObject({ chapters: 3, roles: 1, lines: 6, unrendered: 6 });
    expect(project.lines.counts().characters).toBe(7 + 3 + 6 + 5 + 3 + 4);
  });

  it('carry the pauses of the script', () => {
    const [, , first, second] = project.lines.states();
    expect([first?.pauseAfterSeconds, second?.pauseBeforeSeconds]).toEqual([2, 0]);
  });

  it('can be asked for by id and by state', () => {
    const [first, second] = project.lines.states();
    expect(project.lines.states({ ids: [second?.id ?? 0] })).toEqual([second]);
    giveTakes(project);
    project.decisions.setVerdict(project.lines.states()[0]?.pick?.takeId ?? 0, 'rejected');
    expect(project.lines.states({ states: ['unrendered'] }).map(({ id }) => id)).toEqual([first?.id]);
  });

  it('tell of the latest job for what the line asks today', () => {
    const [line] = project.lines.states();
    const job = (state: string, reason: string | null, key: string) =>
      project.db
        .prepare(
          `INSERT INTO jobs (batch_id, run_id, line_id, custom_id, position, render_key, request, characters, state, reason,
             created_at) VALUES (1, 1, ?, ?, 0, ?, '{}', 1, ?, ?, 0)`,
        )
        .run(line?.id ?? 0, `${state}-${key}`, key, state, reason);
    project.db.exec(`INSERT INTO runs (created_at, options, state) VALUES (0, '{}', 'open');
      INSERT INTO batches (run_id, state, origin, user_id, characters, sent_at) VALUES (1, 'sending', 'o', 'u', 1, 0)`);
    job('in-doubt', null, 'another key');
    expect(project.lines.states()[0]?.job).toBeNull();
    job('accepted', null, String(line?.renderKey));
    job('failed', '{"kind":"refused"}', String(line?.renderKey));
    expect(project.lines.states()[0]?.job).toEqual({ state: 'failed', reason: { kind: 'refused' } });
  });
});

describe('what a line sets for itself', () => {
  it('changes its request and its key, and no other line', () => {
    giveTakes(project);
    const line = project.lines.states()[5];
    project.lines.setOverride(line?.id ?? 0, { voice: 'another', speed: 1.5 });
    expect(project.lines.counts()).toMatchObject({ fresh: 5, stale: 1 });
    expect(project.lines.toRender(line?.id ?? 0)?.request).toMatchObject({ voice: 'another', speed: 1.5 });
    save(project, project.script.text().replace('Two.', 'Two!'));
    expect(project.lines.states()[5]?.override).toEqual({ voice: 'another', speed: 1.5 });
    save(project, project.script.text().replace('Two!', 'Two.'));
    expect(project.lines.setOverride(line?.id ?? 0, null)).toEqual({ voice: 'another', speed: 1.5 });
    expect(project.lines.setOverride(line?.id ?? 0, null)).toBeNull();
    expect(project.lines.counts()).toMatchObject({ fresh: 6 });
  });

  it('is refused where it is out of bounds or the line is not there', () => {
    const id = project.lines.states()[0]?.id ?? 0;
    expect(() => project.lines.setOverride(id, { speed: 9 })).toThrow();
    expect(() => project.lines.setOverride(4711, null)).toThrow(RangeError);
    expect(() => project.lines.requestOf(4711)).toThrow(RangeError);
  });
});

describe('what can be rendered', () => {
  it('is not a line that was deleted or is blocked', () => {
    const [line] = project.lines.states();
    save(project, '# One\n');
    expect(project.lines.toRender(line?.id ?? 0)).toBeNull();
    save(project, 'A: One.\nB: Two.\nC: Three.\n');
    expect(project.lines.toRender(project.lines.states()[0]?.id ?? 0)).toBeNull();
  });

  it('is not a line that is longer than a job takes, though its old take stays good', () => {
    save(project, `${'word '.repeat(40)}\n`);
    giveTakes(project);
    project.updateSettings({ lineCharacters: 60 });
    expect(project.lines.states()).toMatchObject([{ state: 'fresh', problem: { kind: 'too-long', limit: 60 } }]);
    project.decisions.setVerdict(project.lines.states()[0]?.pick?.takeId ?? 0, 'rejected');
    expect(project.lines.states()[0]?.state).toBe('blocked');
    expect(project.lines.toRender(project.lines.states()[0]?.id ?? 0)).toBeNull();
  });
});
