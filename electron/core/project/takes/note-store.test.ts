import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Project } from '../project.ts';
import { copyProject } from '../project-copy.ts';
import { openProject } from '../project-folder.ts';
import { castAll, giveTakes, save, Workshop } from '../testing/test-project.ts';
import { giveTake } from '../testing/test-takes.ts';
import { countHiddenNotes } from './note-store.ts';
import { ReviewStore } from './review-store.ts';
import { TakeError } from './take-decisions.ts';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  project.updateSettings({ speakHeadings: false });
  save(project, SCRIPT);
  castAll(project);
});
afterEach(() => workshop.clear());

const SCRIPT = '# Act\n\nLANE: Tea, sir.\n\nLANE: Muffins, sir.\n\nLANE: Nothing, sir.\n';
const lineWith = (words: string): number => {
  const line = project.lines.states().find(({ text }) => text.includes(words));
  if (!line) throw new Error(`no line with ${words}`);
  return line.id;
};
const note = (words: string, text: string, takeId: number | null = null, seconds: number | null = null) =>
  project.notes.add({ lineId: lineWith(words), text, takeId, seconds });
const noted = () =>
  project.lines.states().map(({ id, text }) => [text, ...project.notes.ofLine(id).map((each) => each.text)]);

describe('a note', () => {
  it('stays with its line when the take is rejected and rendered again', () => {
    giveTakes(project);
    note('Tea', 'Slower.', 1, 0.01);
    project.decisions.setVerdict(1, 'rejected');
    const { takeId } = giveTake(project, 1);
    const review = new ReviewStore(project.db);
    expect(review.rows([lineWith('Tea')])).toMatchObject([
      { take: { id: takeId, number: 2 }, notes: [{ text: 'Slower.', takeId: 1, take: 1, seconds: 0.01 }] },
    ]);
  });

  it('is refused for a missing line or take, and its time is limited to the take’s duration', () => {
    giveTakes(project);
    const lineId = lineWith('Tea');
    const add = (change: object) => () =>
      project.notes.add({ lineId, text: 'Slower.', takeId: null, seconds: null, ...change });
    expect(add({ takeId: 1, seconds: 99 })().seconds).toBe(project.takes.takesOf(lineId)[0]?.durationSeconds);
    expect(add({ seconds: 1 })().seconds).toBeNull();
    for (const change of [{ lineId: 99 }, { takeId: 99 }, { takeId: 2 }, { text: 'x'.repeat(10_001) }]) {
      expect(add(change)).toThrow(TakeError);
    }
  });
});

describe('an edit keeps notes with their line', () => {
  beforeEach(() => void note('Muffins', 'Not muffins: buns.'));

  it.each([
    ['its words change', SCRIPT.replace('Muffins, sir.', 'Muffins and buns, sir.')],
    ['its role changes', SCRIPT.replace('LANE: Muffins', 'ALGERNON: Muffins')],
    ['it moves', '# Act\n\nLANE: Muffins, sir.\n\nLANE: Tea, sir.\n\nLANE: Nothing, sir.\n'],
    [
      'it moves to another chapter',
      '# Act\n\nLANE: Tea, sir.\n\n# Two\n\nLANE: Nothing, sir.\n\nLANE: Muffins, sir.\n',
    ],
    ['lines are added around it', SCRIPT.replaceAll('LANE:', 'LANE: Sir?\n\nLANE:')],
    ['the others are deleted', '# Act\n\nLANE: Muffins, sir.\n'],
    ['it is split in two paragraphs', SCRIPT.replace('Muffins, sir.', 'Muffins, sir.\n\nLANE: Yes, sir, and buns.')],
  ])('if %s', (_, text) => {
    save(project, text);
    expect(noted().filter(([, ...notes]) => notes.length > 0)).toMatchObject([
      [expect.stringContaining('Muffins'), 'Not muffins: buns.'],
    ]);
  });

  it('with equal lines, deletes the one without a note', () => {
    save(project, SCRIPT.replaceAll(/: \w+,/g, ': Yes,'));
    save(
      project,
      SCRIPT.replaceAll(/: \w+,/g, ': Yes,')
        .replace('LANE: Yes, sir.\n\n', '')
        .replace('LANE: Yes, sir.\n', ''),
    );
    expect(noted()).toMatchObject([[expect.anything(), 'Not muffins: buns.']]);
  });

  it('hides them with a deleted line until it is restored', () => {
    save(project, SCRIPT.replace('LANE: Muffins, sir.\n\n', ''));
    expect(noted().flatMap(([, ...notes]) => notes)).toEqual([]);
    expect(countHiddenNotes(project.db)).toBe(1);
    save(project, SCRIPT);
    expect(noted()[1]).toEqual(['Muffins, sir.', 'Not muffins: buns.']);
    expect(countHiddenNotes(project.db)).toBe(0);
  });
});

it('a paragraph with notes remains split into the same lines when the limit changes', () => {
  const long = 'One sentence of some length is here. '.repeat(20).trim();
  project.updateSettings({ lineCharacters: 200 });
  save(project, `# Act\n\n${long}\n`);
  const lines = project.lines.states();
  project.notes.add({ lineId: lines.at(-1)?.id ?? 0, text: 'Fade.', takeId: null, seconds: null });
  project.updateSettings({ lineCharacters: 300 });
  expect(noted().map(([, ...notes]) => notes)).toEqual([...lines.slice(1).map(() => []), ['Fade.']]);
});

it('notes are in a copy, with their takes', async () => {
  giveTakes(project);
  note('Tea', 'Slower.', 1, 0.01);
  const folder = workshop.path('Copy.lectern');
  const { clock, random } = workshop;
  const signal = new AbortController().signal;
  await copyProject(project.dir, folder, { name: 'Copy', clock, random, signal, onProgress() {} });
  const copy = openProject(folder, { mode: 'read', clock, random });
  expect(copy.notes.ofLine(lineWith('Tea'))).toEqual(project.notes.ofLine(lineWith('Tea')));
  copy.close();
});
