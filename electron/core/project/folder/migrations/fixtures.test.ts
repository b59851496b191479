import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../../../node/sqlite/migrate.ts';
import { ANALYSIS_VERSION } from '../../../../../shared/model/take.ts';
import { usedVoices } from '../../../export/used-voices.ts';
import { FakeClock } from '../../../testing/fake-clock.ts';
import { Journal } from '../../journal/journal.ts';
import { openProject } from '../../project-folder.ts';
import { spentOf } from '../../spending/remaining-budget.ts';
import { ReviewStore } from '../../takes/review-store.ts';
import { countingRandom } from '../../testing/test-project.ts';
import { APPLICATION_ID, MIGRATIONS } from './all-migrations.ts';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lectern-fixture-')), 'Old.lectern');
  mkdirSync(folder);
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

it('formats are numbered without a hole', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
});

/** Makes a project file of an old format, with the rows that a project of that time had. */
function makeOldProject(version: number): void {
  const rows = fileURLToPath(new URL(`./fixtures/format-${version}.sql`, import.meta.url));
  const sqlite = new DatabaseSync(join(folder, 'project.db'));
  migrate(sqlite, MIGRATIONS.slice(0, version), { applicationId: APPLICATION_ID });
  sqlite.exec(readFileSync(rows, 'utf8'));
  sqlite.close();
}

it.each(MIGRATIONS.map(({ version }) => version))('a project of format %i opens with everything in it', (version) => {
  makeOldProject(version);
  const project = openProject(folder, { mode: 'write', clock: new FakeClock(), random: countingRandom() });
  expect(project.info()).toMatchObject({
    id: 'project1',
    name: 'The Play',
    connection: { origin: 'https://speech.example', userId: 'user-1' },
    moved: true,
  });
  expect(project.settings()).toMatchObject({ masterFormat: 'wav', language: 'english' });
  expect(project.script.text()).toBe('# One\n\nALGERNON: Yes.\n');
  expect(project.cast.roles().map(({ name, voice }) => [name, voice])).toEqual([
    ['NARRATOR', 'voice-n'],
    ['ALGERNON', 'voice-a'],
  ]);
  const lines = project.lines.states();
  expect(lines.map(({ text, state, pick }) => [text, state, pick?.durationSeconds])).toEqual([
    ['One', 'unrendered', undefined],
    ['Yes.', 'fresh', 1.5],
  ]);
  expect(project.takes.takesOf(2)).toMatchObject([{ verdict: 'approved', note: 'good', jobId: 1 }]);
  project.close();
});

it('a project of format 2 opens with nothing known of prices and webhooks, one of format 3 with all of it', () => {
  const open = () => openProject(folder, { mode: 'write', clock: new FakeClock(), random: countingRandom() });
  const price = { perThousand: 2, currency: 'EUR' };
  makeOldProject(2);
  const older = open();
  // What left while nobody knew a price counts at today's.
  expect(spentOf(older.db, price, 'EUR')).toEqual({ characters: 4, amount: 0.008 });
  expect(older.settings()).toMatchObject({ characterCap: null, moneyCap: null, confirmPrice: null });
  older.close();
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  makeOldProject(3);
  const newer = open();
  const { characters, amount } = spentOf(newer.db, price, 'EUR');
  expect([characters, amount.toFixed(6)]).toEqual([10, '0.003000']);
  newer.close();
});

it('a project of format 1 has nothing measured, one of format 2 has figures of its time', () => {
  const open = () => openProject(folder, { mode: 'write', clock: new FakeClock(), random: countingRandom() });
  makeOldProject(1);
  const older = open();
  expect(older.takes.takesWithoutAnalysis(10)).toHaveLength(1);
  older.close();
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  makeOldProject(2);
  const newer = open();
  expect(newer.takes.takesWithoutAnalysis(10)).toHaveLength(1);
  // They are measured again today. What they were is there, as it would be read if they were of today.
  newer.db.prepare('UPDATE audio_analyses SET version = ?').run(ANALYSIS_VERSION);
  expect(newer.takes.takesWithoutAnalysis(10)).toEqual([]);
  const review = new ReviewStore(newer.db);
  expect(review.take(1)).toMatchObject({ loudnessLufs: -20.5, truePeakDbtp: -1.25, flags: [] });
  expect(review.peaks(1)).toEqual({ peaksPerSecond: 50, peaks: Uint8Array.of(0, 255, 127) });
  newer.close();
});

it('a project of format 3 gets room for lost jobs and forgets no identifier, one of format 4 has what was lost', () => {
  const open = () => openProject(folder, { mode: 'write', clock: new FakeClock(), random: countingRandom() });
  makeOldProject(3);
  const before = new DatabaseSync(join(folder, 'project.db'));
  before.exec(`UPDATE sqlite_sequence SET seq = 70 WHERE name = 'jobs'`);
  before.close();
  const older = open();
  expect(new Journal(older.db).linesLost()).toEqual([]);
  const added = older.db
    .prepare(
      `INSERT INTO jobs (batch_id, run_id, line_id, custom_id, position, render_key, request, characters, state, created_at)
       VALUES (1, 1, 1, 'custom-9', 0, 'key-1', '{}', 3, 'lost', 0)`,
    )
    .run();
  expect(added.lastInsertRowid).toBe(71);
  expect(new Journal(older.db).linesLost()).toEqual([1]);
  older.close();
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  makeOldProject(4);
  const newer = open();
  expect(new Journal(newer.db).linesLost()).toEqual([1]);
  expect(spentOf(newer.db, null, null).characters).toBe(13);
  newer.close();
});

it('a project of format 6 loses the columns that nothing wrote, and nothing else', () => {
  const open = () => openProject(folder, { mode: 'write', clock: new FakeClock(), random: countingRandom() });
  const rowsOf = (table: string) => {
    const sqlite = new DatabaseSync(join(folder, 'project.db'));
    const rows = sqlite.prepare(`SELECT * FROM ${table} ORDER BY id`).all();
    sqlite.close();
    return rows;
  };
  makeOldProject(6);
  const batches = rowsOf('batches').map(({ http_status, ...kept }) => kept);
  const jobs = rowsOf('jobs').map(({ seed_pinned, ...kept }) => kept);
  open().close();
  expect([rowsOf('batches'), rowsOf('jobs')]).toEqual([batches, jobs]);
});

it('a project of format 7 says nothing of its book and has no pauses of its own, one of format 8 has both', () => {
  const open = () => openProject(folder, { mode: 'write', clock: new FakeClock(), random: countingRandom() });
  const pauses = (project: ReturnType<typeof open>) =>
    project.db.prepare('SELECT line_id, seconds FROM set_pauses').all();
  makeOldProject(7);
  const older = open();
  expect([older.book.read().authors, pauses(older)]).toEqual([[], []]);
  older.close();
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  makeOldProject(8);
  const newer = open();
  expect([newer.book.read().authors, pauses(newer)]).toEqual([['A. Author'], [{ line_id: 2, seconds: 0.75 }]]);
  newer.close();
});

it('a project of format 8 knows nothing of what its voices may be used for, one of format 9 has it with each take', () => {
  const open = () => openProject(folder, { mode: 'write', clock: new FakeClock(), random: countingRandom() });
  const everything = { allowStale: false, approvedOnly: false, chapterIds: null };
  makeOldProject(8);
  const older = open();
  expect(new ReviewStore(older.db).take(1)?.uses).toBeNull();
  expect(usedVoices(older, everything)).toEqual({ voices: [], unrecorded: 1 });
  older.close();
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  makeOldProject(9);
  const newer = open();
  const use = { voice: 'voice-a', rights: { licence: 'CC-BY-NC-4.0', commercialUse: false } };
  expect(new ReviewStore(newer.db).take(1)?.uses).toMatchObject([use]);
  expect(usedVoices(newer, everything)).toMatchObject({
    voices: [{ use, roles: ['ALGERNON'], lines: 1, examples: ['1.2'] }],
    unrecorded: 0,
  });
  newer.db.exec(`UPDATE voice_uses SET uses = '[{"voice":1}]'`);
  expect(new ReviewStore(newer.db).take(1)?.uses).toBeNull();
  expect(usedVoices(newer, everything)).toEqual({ voices: [], unrecorded: 1 });
  newer.close();
});

it('a project of format 9 has rules without sounds, one of format 10 has them', () => {
  const open = () => openProject(folder, { mode: 'write', clock: new FakeClock(), random: countingRandom() });
  const rule = { from: 'sir', to: 'suh', wholeWord: true, matchCase: false, role: 'LANE', language: null };
  makeOldProject(9);
  const older = open();
  expect(older.cast.rules()).toEqual([rule]);
  older.close();
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  makeOldProject(10);
  const newer = open();
  expect(newer.cast.rules()).toEqual([{ ...rule, ipa: 'sʌ' }]);
  newer.close();
  new DatabaseSync(join(folder, 'project.db')).exec(`UPDATE pronunciation_rules SET ipa = '<b>'`);
  const odd = open();
  expect(odd.cast.rules()).toEqual([rule]);
  odd.close();
});

it('a project of format 11 has no doubts of its take, one of format 12 has them', () => {
  const open = () => openProject(folder, { mode: 'write', clock: new FakeClock(), random: countingRandom() });
  const flags = (project: ReturnType<typeof open>) => {
    project.db.prepare('UPDATE audio_analyses SET version = ?').run(ANALYSIS_VERSION);
    return new ReviewStore(project.db).take(1)?.flags;
  };
  makeOldProject(11);
  const older = open();
  expect(flags(older)).toEqual([]);
  older.close();
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  makeOldProject(12);
  const newer = open();
  expect(flags(newer)).toEqual([
    { kind: 'one-sided', quiet: 'right', differenceDb: 30 },
    { kind: 'duration', announcedSeconds: 1.75, seconds: 1.5 },
  ]);
  newer.close();
});
