// `lectern notes`: a project's notes as a table, a workbook and a marked script.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Project } from '../electron/core/project/project.ts';
import { finding, giveProof } from '../electron/core/project/proof/testing/give-proof.ts';
import { castAll, giveTake, save, Workshop } from '../electron/core/project/testing/test-project.ts';
import { cellText } from '../node/spreadsheet-table.ts';
import { readXlsx } from '../packages/manuscript/formats/xlsx.ts';
import { lectern } from './support/processes.ts';

const FORMULA = '=HYPERLINK("https://example.org")';
const ODD = '<script>alert("&")</script>\nSecond row';

let workshop: Workshop;
let project: Project;
let takeId: number;

beforeEach(async () => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, '# Tea\n\nLANE: Muffins, sir.\n\nLANE: Nothing, sir.\n\n# Supper\n\nLANE: Sir?\n');
  project.updateSettings({ speakHeadings: false });
  castAll(project);
  const [line] = project.lines.states();
  if (!line) throw new Error('there is no line');
  takeId = await giveTake(project, line);
  const lineId = line.id;
  project.notes.add({ lineId, text: FORMULA, takeId, seconds: 0.25 });
  const done = project.notes.add({ lineId, text: ODD, takeId: null, seconds: null });
  project.notes.change(done.id, { isDone: true });
  project.close();
});
afterEach(() => workshop.clear());

const notes = (...args: string[]) => lectern(['notes', project.dir, ...args], { LECTERN_HOME: workshop.path('home') });
const HEADS = [
  'Chapter',
  'Line',
  'Role',
  'Text',
  'Note',
  'Take',
  'Time in take',
  'Time in chapter',
  'State',
  'Verdict',
  'Type',
  'As written',
  'As read',
  'Confidence',
];
const LINE = ['Tea', '1.1', 'LANE', 'Muffins, sir.'];
const NO_FINDING = ['', '', '', ''];
const ROWS = [
  HEADS,
  [...LINE, FORMULA, '1', '00:00:00.250', '00:00:00.750', 'open', '', ...NO_FINDING],
  [...LINE, ODD, '', '', '00:00:00.500', 'done', '', ...NO_FINDING],
];

it('prints CSV whose cells can’t be read as formulas and are unchanged when parsed', async () => {
  const { stdout, status } = await notes();
  expect(status).toBe(0);
  const rows = Papa.parse<string[]>(stdout.trimEnd(), { delimiter: ',' }).data;
  expect(rows[1]?.[4]).toBe(`'${FORMULA}`);
  expect(rows.map((row) => row.map(cellText))).toEqual(ROWS);
});

it('writes a workbook or a marked script, depending on the file’s extension', async () => {
  const [book, page] = [join(workshop.folder, 'notes.xlsx'), join(workshop.folder, 'notes.html')];
  expect((await notes('--out', book)).stderr).toContain('1 line with 2 notes written to');
  expect(readXlsx(readFileSync(book), 'notes.xlsx').sheets?.[0]?.rows).toEqual([
    HEADS,
    // The reader leaves out empty cells at the end.
    ...ROWS.slice(1).map((row) => row.slice(0, -1 - NO_FINDING.length)),
  ]);
  await notes('--lines', 'all', '--out', page);
  const html = readFileSync(page, 'utf8');
  expect(html).toContain('=HYPERLINK(&quot;https://example.org&quot;)');
  expect(html).toContain('&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;');
  expect(html).not.toContain('<script');
  expect(html).toContain('00:00:00.250 in take 1 · 00:00:00.750 in the chapter');
  expect(html.match(/<li><a href="#c\d">/g)).toHaveLength(2);
  expect(html).toContain('Nothing, sir.');
});

it('prints JSON, and reports the notes of deleted lines', async () => {
  const again = workshop.open();
  save(again, '# Tea\n\nLANE: Nothing, sir.\n');
  again.close();
  const { stdout, stderr } = await notes('--json');
  expect(JSON.parse(stdout)).toMatchObject({ notes: 0, notes_of_deleted_lines: 2, lines: [] });
  expect(stderr).toContain('2 notes on deleted lines were left out.');
});

it('refuses to print a workbook, and to write into the project', async () => {
  expect(await notes('--as', 'xlsx')).toMatchObject({ status: 2, stdout: '' });
  expect((await notes('--as', 'xlsx')).stderr).toContain('--out FILE');
  expect(await notes('--out', join(project.dir, 'notes.csv'))).toMatchObject({ status: 2 });
});

it('lists what seems to differ from the words, and imports it as corrections', async () => {
  const again = workshop.open();
  const fault = { ...finding('replaced', 0, 1), heard: 'Puffins', startSeconds: 0.1, endSeconds: 0.3 };
  giveProof(again, takeId, [fault]);
  again.close();
  const file = join(workshop.folder, 'findings.csv');
  await notes('--lines', 'suspicious', '--out', file);
  const rows = Papa.parse<string[]>(readFileSync(file, 'utf8').trim()).data;
  const found = ['', '1', '00:00:00.100', '00:00:00.600', 'open', 'suspicious: different words'];
  expect(rows.at(-1)).toEqual([...LINE, ...found, 'different words', 'Muffins,', 'Puffins', '75 %']);
  const { stdout } = await notes('--lines', 'suspicious', '--json');
  expect(JSON.parse(stdout).lines[0].findings).toEqual([
    {
      kind: 'replaced',
      words: 'Muffins,',
      heard: 'Puffins',
      take_seconds: 0.1,
      chapter_seconds: 0.6,
      confidence: 0.75,
    },
  ]);
  const page = (await notes('--lines', 'suspicious', '--as', 'html')).stdout;
  expect(page).toContain('different words: “Muffins,” (heard: “Puffins”)');
  const imported = await lectern(['pickups', project.dir, file, '--dry-run', '--json'], {
    LECTERN_HOME: workshop.path('home'),
  });
  expect(JSON.parse(imported.stdout).rows.at(-1)).toMatchObject({
    match: { line: '1.1', take: takeId, take_seconds: 0.1 },
    outcome: 'accepted',
  });
});
