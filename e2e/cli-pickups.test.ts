// `lectern pickups`: a proofer's list becomes notes on the right lines.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Project } from '../electron/core/project/project.ts';
import { openProject } from '../electron/core/project/project-folder.ts';
import { castAll, giveTake, save, Workshop } from '../electron/core/project/testing/test-project.ts';
import { systemClock, systemRandom } from '../electron/core/system.ts';
import { lectern } from './support/processes.ts';

const SCRIPT = `# Tea

LANE: I didn't think it polite to listen, sir.

LANE: There were no cucumbers in the market this morning, sir.

# Supper

LANE: I went down twice for the bread and butter.

LANE: No cucumbers at all, not even for ready money.
`;

const LIST = `Chapter;Page;Text as read;Text as written;Comment
1;3;There were no cucumbers in the basket this morning;There were no cucumbers in the market this morning;
Supper;4;twice for the bread;twice for the bread and butter;end swallowed
;9;;the quick brown fox jumps over the lazy dog;
;9;;sir;too loud
`;

const resultSchema = z.object({
  dry_run: z.boolean(),
  notes_added: z.int(),
  rows: z.array(
    z.object({
      row: z.int(),
      note: z.string(),
      confidence: z.enum(['sure', 'likely', 'ask']).nullable(),
      match: z
        .object({ line: z.string(), words: z.string().nullable(), take_seconds: z.number().nullable() })
        .nullable(),
      alternatives: z.array(z.object({ line: z.string() })),
      outcome: z.string(),
    }),
  ),
  left_out: z.array(z.object({ row: z.int(), text: z.string() })),
});

let workshop: Workshop;
let project: Project;
let list: string;

beforeEach(async () => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, SCRIPT);
  project.updateSettings({ speakHeadings: false });
  castAll(project);
  for (const line of project.lines.states()) await giveTake(project, line);
  project.close();
  list = join(workshop.folder, 'list.csv');
  writeFileSync(list, LIST);
});
afterEach(() => workshop.clear());

const home = () => ({ LECTERN_HOME: workshop.path('home') });
const pickups = (...args: string[]) => lectern(['pickups', project.dir, list, ...args], home());
const asJson = async (...args: string[]) => resultSchema.parse(JSON.parse((await pickups('--json', ...args)).stdout));

function storedNotes() {
  const opened = openProject(project.dir, { mode: 'read', clock: systemClock, random: systemRandom });
  try {
    return opened.lines
      .states()
      .flatMap(({ id, numberInChapter, chapterNumber }) =>
        opened.notes.ofLine(id).map(({ text }) => `${chapterNumber}.${numberInChapter} ${text}`),
      );
  } finally {
    opened.close();
  }
}

describe('a list of corrections', () => {
  it('becomes notes for sure matches, and the other rows are listed', async () => {
    const { stdout, stderr, status } = await pickups('--accept', 'likely');
    expect(status).toBe(1);
    expect(storedNotes()).toEqual([
      '1.2 “There were no cucumbers in the basket this morning” → “There were no cucumbers in the market this morning”',
      '2.1 “twice for the bread” → “twice for the bread and butter” – end swallowed',
    ]);
    expect(stderr).toContain('2 notes added from list.csv');
    expect(stderr).toContain('2 rows need your decision, 1 without a matching line');
    expect(stdout).toMatch(
      /Row 4: .*fox.*\n {4}no matching line\nRow 5: .*\n {4}possibly line 1\.[12]: .*\n {4}or 1\.[12]/,
    );
  });

  it('is reported row by row as JSON, and a dry run changes nothing', async () => {
    const { dry_run, notes_added, rows } = await asJson('--dry-run', '--accept', 'likely');
    expect([dry_run, notes_added]).toEqual([true, 0]);
    expect(rows.map(({ row, match, outcome }) => [row, match?.line ?? null, outcome])).toEqual([
      [2, '1.2', 'accepted'],
      [3, '2.1', 'accepted'],
      [4, null, 'unmatched'],
      [5, expect.any(String), 'open'],
    ]);
    expect(rows[0]?.match).toMatchObject({ words: 'market' });
    expect(storedNotes()).toEqual([]);
  });

  it('adds nothing the second time', async () => {
    await pickups('--accept', 'likely');
    const before = storedNotes();
    expect((await asJson('--accept', 'likely')).rows.map(({ outcome }) => outcome)).toEqual([
      'known',
      'known',
      'unmatched',
      'open',
    ]);
    expect(storedNotes()).toEqual(before);
  });
});

it.each(['csv', 'xlsx'])(
  'knows the notes of Lectern’s own export as %s, and restores them in a copy',
  async (format) => {
    await pickups('--accept', 'likely');
    list = join(workshop.folder, `own.${format}`);
    await lectern(['notes', project.dir, '--out', list], home());
    expect((await asJson()).rows.map(({ outcome }) => outcome)).toEqual(['known', 'known']);
    const before = storedNotes();
    const opened = openProject(project.dir, { mode: 'write', clock: systemClock, random: systemRandom });
    for (const { id } of opened.lines.states())
      for (const note of opened.notes.ofLine(id)) opened.notes.remove(note.id);
    opened.close();
    expect((await asJson()).notes_added).toBe(2);
    expect(storedNotes()).toEqual(before);
  },
);

it('rejects files that aren’t lists, with advice', async () => {
  list = join(workshop.folder, 'missing.csv');
  expect(await pickups()).toMatchObject({ status: 2, stderr: expect.stringContaining('missing.csv') });
  list = join(workshop.folder, 'empty.csv');
  writeFileSync(list, '\n');
  expect(await pickups()).toMatchObject({ status: 2, stderr: expect.stringContaining('empty.csv') });
  expect(readFileSync(list, 'utf8')).toBe('\n');
});
