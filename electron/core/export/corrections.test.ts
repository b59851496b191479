import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CorrectionLines } from '../../../shared/model/corrections.ts';
import type { Project } from '../project/project.ts';
import { finding, giveProof } from '../project/proof/testing/give-proof.ts';
import { ReviewStore } from '../project/takes/review-store.ts';
import { giveTake as giveSecond, save, Workshop } from '../project/testing/test-project.ts';
import { giveTake, writeTenLines } from '../project/testing/test-takes.ts';
import { readCorrections } from './corrections.ts';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  writeTenLines(project);
});
afterEach(() => workshop.clear());

const idOf = (number: number): number => project.lines.states()[number - 1]?.id ?? 0;
const note = (number: number, text: string, takeId: number | null = null, seconds: number | null = null) =>
  project.notes.add({ lineId: idOf(number), text, takeId, seconds });
const read = (lines: CorrectionLines, chapterId?: number | null) =>
  readCorrections(project, new ReviewStore(project.db), { lines, chapterId });
const numbers = async (lines: CorrectionLines) => (await read(lines)).lines.map(({ line }) => line);

/** Of the target `chapters`, before each chapter. */
const HEAD_SECONDS = 0.5;

const render = async (...numbers: readonly number[]) => {
  for (const number of numbers) {
    const line = project.lines.states()[number - 1];
    if (line) await giveSecond(project, line);
  }
};

it('lists a line’s notes with their times in the take and in the chapter’s audio', async () => {
  await render(1, 2, 3);
  project.decisions.setTrim(2, { startSeconds: 0.25, endSeconds: 0 });
  project.updateSettings({ pauses: { part: 0.3, turn: 2, paragraph: 0.6, scene: 1.5, heading: 1.2, chapter: 2.5 } });
  note(2, 'Too fast.', 2, 0.75);
  note(2, 'Warmer.');
  note(3, 'Breath.', 3, 0.5);
  const { lines, notes } = await read('noted');
  const start = HEAD_SECONDS + 1 + 2;
  expect(notes).toBe(3);
  expect(lines).toMatchObject([
    {
      line: '1.2',
      chapterTitle: 'One',
      roles: ['LANE'],
      take: 1,
      chapterSeconds: expect.closeTo(start, 3),
      notes: [
        { text: 'Too fast.', take: 1, seconds: 0.75, chapterSeconds: expect.closeTo(start + 0.5, 3) },
        { text: 'Warmer.', take: null, seconds: null, chapterSeconds: expect.closeTo(start, 3) },
      ],
    },
    { line: '1.3', notes: [{ seconds: 0.5, chapterSeconds: expect.closeTo(start + 0.75 + 2 + 0.5, 3) }] },
  ]);
});

it('places a note on an unexported take at the start of its line, and gives no time without audio', async () => {
  await render(1);
  note(1, 'Slower.', 1, 1);
  project.decisions.setVerdict(1, 'rejected');
  expect((await read('noted')).lines).toMatchObject([
    { chapterSeconds: null, notes: [{ seconds: 1, chapterSeconds: null }] },
  ]);
  await render(1);
  expect((await read('noted')).lines).toMatchObject([
    { take: 2, notes: [{ take: 1, seconds: 1, chapterSeconds: expect.closeTo(HEAD_SECONDS, 3) }] },
  ]);
});

it('chooses lines by notes, verdicts and suspicious takes', async () => {
  for (const number of [1, 2, 3, 4, 6])
    giveTake(project, number, { measured: { clippedSamples: number < 3 ? 50 : 0 } });
  project.decisions.setVerdict(1, 'approved');
  project.decisions.setVerdict(3, 'rejected');
  note(2, 'Open.');
  project.notes.change(note(2, 'Done.').id, { isDone: true });
  project.notes.change(note(6, 'Done.').id, { isDone: true });
  expect(await numbers('noted')).toEqual(['1.2', '2.1']);
  expect(await numbers('open')).toEqual(['1.2']);
  expect((await read('open')).lines[0]?.notes.map(({ text }) => text)).toEqual(['Open.']);
  expect(await numbers('rejected')).toEqual(['1.3']);
  expect(await numbers('suspicious')).toEqual(['1.2']);
  expect(await numbers('all')).toHaveLength(10);
  const [one] = project.script.chapters();
  expect((await read('noted', one?.id)).lines.map(({ line }) => line)).toEqual(['1.2']);
});

it('counts the notes of deleted lines', async () => {
  note(2, 'Not muffins.');
  save(project, project.script.text().replace(/LANE: Number 2,.*\n\n/, ''));
  expect(await read('noted')).toMatchObject({ lines: [], notes: 0, hidden: 1 });
});

it('lists the open findings of takes that aren’t approved, with their times', async () => {
  await render(1, 2);
  giveProof(project, 1, [finding('missing', 2, 4)]);
  giveProof(project, 2, [finding('extra', 3, 3)]);
  project.decisions.setVerdict(2, 'approved');
  const { lines } = await read('all');
  expect(lines[0]?.findings).toEqual([
    {
      kind: 'missing',
      words: 'the truth',
      heard: null,
      seconds: 0.5,
      chapterSeconds: expect.closeTo(HEAD_SECONDS + 0.5, 3),
      confidence: 0.75,
    },
  ]);
  expect(lines.slice(1).flatMap(({ findings }) => findings)).toEqual([]);
  project.proofs.accept(1, 0, 'line');
  expect((await read('all')).lines[0]?.findings).toEqual([]);
});
