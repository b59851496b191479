import { writeFileSync } from 'node:fs';
import { encodeWav } from '@lectern/audio';
import { checkAudio } from '@lectern/audio/meters';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tone } from '../../../../packages/audio/testing/tones.ts';
import { RequestError } from '../../bridge/request-error.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { UndoLog } from '../../undo/undo-log.ts';
import type { Project } from '../project.ts';
import { countingRandom, save, Workshop } from '../testing/test-project.ts';
import { attachSound, cueHandlers } from './requests.ts';

let workshop: Workshop;
let project: Project;
let undo: UndoLog;
let summaries: number;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, '[MUSIC: theme]\n\nADA: Hello.\n');
  undo = new UndoLog({ clock: new FakeClock(), random: countingRandom() });
  summaries = 0;
  writeFileSync(workshop.path('theme.wav'), encodeWav(tone({ sampleRate: 8_000, seconds: 1 })));
});
afterEach(() => workshop.clear());

function countSummary(): void {
  summaries += 1;
}

function parts() {
  const session = { project, statesChanged: countSummary };
  // The handlers use no other part of a session.
  const projects = { requireSession: () => session as never };
  const kept = {
    get: async () => ({ auditionId: 'a1', contentType: 'audio/wav', loudnessLufs: null, truePeakDbtp: null }),
  };
  return { handlers: cueHandlers({ projects, undo, kept }), attach: { projects, undo, checkAudio } };
}
const listed = async () => (await parts().handlers['cue.list']({}))[0];
const place = async () => {
  const cue = await listed();
  return { paragraphId: cue?.paragraphId ?? 0, position: 0 };
};

it('attaches, changes and removes a sound, each undone and redone', async () => {
  const { handlers, attach } = parts();
  const at = await place();
  const attached = await attachSound(attach, { ...at, path: workshop.path('theme.wav') });
  const sound = (await listed())?.sound;
  if (!sound) throw new Error('There is no sound.');
  const { name: _, durationSeconds: _d, audioHash: _h, format: _f, sizeBytes: _s, ...settings } = sound;
  const changed = await handlers['cue.change']({ ...at, settings: { ...settings, gainDb: -20 } });
  const removed = await handlers['cue.detach'](at);
  expect((await listed())?.sound).toBeNull();
  await undo.undo(removed.step ?? '');
  expect((await listed())?.sound?.gainDb).toBe(-20);
  await undo.undo(changed.step ?? '');
  expect((await listed())?.sound?.gainDb).toBe(-6);
  await undo.undo(attached.step);
  expect((await listed())?.sound).toBeNull();
  await undo.redo(attached.step);
  expect((await listed())?.sound?.name).toBe('theme.wav');
  expect(summaries).toBe(7);
});

it('reports a missing file, and refuses to play it or to undo a change that was followed by another', async () => {
  const { handlers, attach } = parts();
  const at = await place();
  const first = await attachSound(attach, { ...at, path: workshop.path('theme.wav') });
  expect(await handlers['cue.play'](at)).toEqual({ auditionId: 'a1', name: 'theme.wav' });
  await handlers['cue.detach'](at);
  await expect(undo.undo(first.step)).rejects.toThrow(RequestError);
  await attachSound(attach, { ...at, path: workshop.path('theme.wav') });
  const sound = (await listed())?.sound;
  writeFileSync(project.takes.audioPath(sound?.audioHash ?? '', 'wav') ?? '', 'cut');
  expect((await listed())?.isMissing).toBe(true);
  await expect(handlers['cue.play'](at)).rejects.toMatchObject({ error: { kind: 'not-found', what: 'sound' } });
  await expect(attachSound(attach, { ...at, path: workshop.path('none.wav') })).rejects.toMatchObject({
    problem: { kind: 'not-found' },
  });
});
