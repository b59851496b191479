// Takes are cut from a narrator's recording. The local service speaks it with eSpeak NG here.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode, encodeWav, mixToMono } from '@lectern/audio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FoundLines } from '../../shared/ipc/conform-requests.ts';
import { at } from '../../shared/rules/at.ts';
import { StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

const LINES = [
  'Nobody had climbed the lighthouse since the storm of last October.',
  'Martha carried a lantern, two candles, and a heavy iron key.',
  'They counted one hundred and twelve steps to the broken gallery.',
  'In the morning, a small boat left the harbour and never returned.',
];
/** The first line is the heading. Line 2 is read twice, and line 4 is left out. */
const READ = [0, 1, 1, 2, 4];
const PAUSE_SECONDS = 0.9;

let workshop: StudioWorkshop;
let studio: TestStudio;
let chapterId: number | null;
let recording: string;
let found: FoundLines;
let recordingId: string;

beforeAll(async () => {
  workshop = new StudioWorkshop('espeak');
  studio = await workshop.openWith(`# The lighthouse\n\n${LINES.join('\n\n')}\n`);
  chapterId = (await studio.ask('project.chapters', {}))[0]?.id ?? null;
  await studio.ask('project.updateSettings', { proofTakes: false });
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished' && run.rendered === 5);
  recording = await record();
});
afterAll(() => workshop.clear());

/** Joins the rendered takes to a recording. */
async function record(): Promise<string> {
  const rows = await reviewRows();
  const sounds = await Promise.all(
    rows.map(async ({ take }) => {
      const media = await studio.internal('locateMedia', { kind: 'take', takeId: take?.id ?? 0 });
      const audio = await decode(readFileSync(media?.path ?? ''));
      return { sampleRate: audio.sampleRate, samples: at(mixToMono(audio).channels, 0) };
    }),
  );
  const { sampleRate } = at(sounds, 0);
  const pause = new Float32Array(Math.round(PAUSE_SECONDS * sampleRate));
  const pieces = READ.flatMap((line) => [at(sounds, line).samples, pause]);
  const samples = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  for (const piece of pieces) {
    samples.set(piece, end);
    end += piece.length;
  }
  const path = join(workshop.folder, 'chapter.wav');
  writeFileSync(path, encodeWav({ sampleRate, channels: [samples] }));
  return path;
}

async function reviewRows() {
  const { lineIds } = await studio.ask('review.list', { sort: 'script' });
  return studio.ask('review.rows', { lineIds });
}

const picks = async () => (await reviewRows()).map(({ take }) => take?.id ?? null);

async function search(path = recording): Promise<void> {
  ({ recordingId } = await studio.internal('registerRecording', { path }));
  found = await studio.ask('conform.search', { recordingId, chapterId });
}

it('names missing and repeated lines, and changes nothing', async () => {
  const before = await picks();
  studio.forget();
  await search();
  expect(found.lines.map(({ state }) => state)).toEqual(['taken', 'taken', 'taken', 'missing', 'taken']);
  expect(found.lines[1]).toMatchObject({ line: '1.2', roles: ['NARRATOR'], text: LINES[0] });
  expect(found.repeats).toMatchObject([{ lineId: found.lines[1]?.lineId, isComplete: true }]);
  expect(await picks()).toEqual(before);
  const shares = studio.events.flatMap(({ name, payload }) =>
    name === 'conform-progress' ? [(payload as { share: number }).share] : [],
  );
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
  expect(shares.length).toBeGreaterThan(3);
});

it('plays a cut of the recording', async () => {
  const { startSeconds, endSeconds } = found.lines[2]?.stretch ?? { startSeconds: 0, endSeconds: 0 };
  const { auditionId } = await studio.ask('conform.hear', { recordingId, startSeconds, endSeconds });
  const audio = await studio.internal('readAudition', { auditionId, offset: 0 });
  const { sampleRate, channels } = await decode(audio?.bytes ?? new Uint8Array());
  expect(at(channels, 0).length / sampleRate).toBeCloseTo(endSeconds - startSeconds, 2);
});

it('adds takes of the chosen lines as one step', async () => {
  const before = await picks();
  const [heading, first, second] = found.lines.map(({ lineId }) => lineId);
  const reply = await studio.ask('conform.addTakes', {
    recordingId,
    lineIds: [first ?? 0, second ?? 0],
    replaceApproved: false,
  });
  expect(reply).toMatchObject({ added: 2, leftOut: [] });
  const after = await picks();
  expect(after.map((id, index) => id !== before[index])).toEqual([false, true, true, false, false]);
  expect(await studio.ask('review.takes', { lineId: heading ?? 0 })).toHaveLength(1);
  await studio.undo(reply);
  expect(await picks()).toEqual(before);
  expect(await studio.ask('review.takes', { lineId: first ?? 0 })).toHaveLength(2);
});

it('adds no take for a line that was edited after the search', async () => {
  const { documentId, revision, text } = await studio.ask('script.open', { chapterId });
  const from = text.indexOf('Martha');
  await studio.ask('script.edit', { documentId, revision, changes: [{ from, to: from + 6, insert: 'Bertha' }] });
  const lineIds = found.lines.slice(1, 3).map(({ lineId }) => lineId);
  const reply = await studio.ask('conform.addTakes', { recordingId, lineIds, replaceApproved: false });
  expect(reply).toMatchObject({ added: 1, leftOut: [lineIds[1]] });
});

it('cuts nothing from a file that was written again', async () => {
  writeFileSync(recording, Buffer.alloc(2_000));
  const lineIds = found.lines.map(({ lineId }) => lineId);
  expect(await studio.refusal('conform.addTakes', { recordingId, lineIds, replaceApproved: false })).toEqual({
    kind: 'recording',
    problem: { kind: 'changed' },
  });
  const { recordingId: damaged } = await studio.internal('registerRecording', { path: recording });
  expect(await studio.refusal('conform.search', { recordingId: damaged, chapterId })).toMatchObject({
    kind: 'recording',
    problem: { kind: 'undecodable' },
  });
});

it('can be cancelled, and then is no longer open', async () => {
  recording = await record();
  const { recordingId: next } = await studio.internal('registerRecording', { path: recording });
  studio.forget();
  const searching = studio.refusal('conform.search', { recordingId: next, chapterId });
  await studio.until('conform-progress');
  await studio.ask('conform.close', {});
  expect(await searching).toEqual({ kind: 'cancelled' });
  const heard = { recordingId: next, startSeconds: 0, endSeconds: 1 };
  expect(await studio.refusal('conform.hear', heard)).toEqual({ kind: 'not-found', what: 'recording' });
});
