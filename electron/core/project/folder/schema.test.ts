import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../../../node/sqlite/migrate.ts';
import { ANALYSIS_VERSION } from '../../../../shared/model/take.ts';
import { VOICE_SOUND_VERSION } from '../../../../shared/model/voice-sound.ts';
import { usedVoices } from '../../export/used-voices.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { Journal } from '../journal/journal.ts';
import type { Project } from '../project.ts';
import { openProject } from '../project-folder.ts';
import { sumSpending } from '../spending/remaining-budget.ts';
import { ReviewStore } from '../takes/review-store.ts';
import { countingRandom } from '../testing/test-project.ts';
import { APPLICATION_ID, MIGRATIONS } from './schema.ts';

let folder: string;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'lectern-fixture-')), 'Play.lectern');
  mkdirSync(folder);
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

it('formats are numbered without a gap', () => {
  const first = MIGRATIONS[0]?.version ?? 0;
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => first + index));
});

/** Creates a project file of a format, with the rows of its fixture. */
function makeProject(version: number): void {
  const rows = fileURLToPath(new URL(`./fixtures/format-${version}.sql`, import.meta.url));
  const sqlite = new DatabaseSync(join(folder, 'project.db'));
  const upToThere = MIGRATIONS.filter((migration) => migration.version <= version);
  migrate(sqlite, upToThere, { applicationId: APPLICATION_ID });
  sqlite.exec(readFileSync(rows, 'utf8'));
  sqlite.close();
}

const open = () => openProject(folder, { mode: 'write', clock: new FakeClock(), random: countingRandom() });

/** The line with the fixture's first take. */
const takenLine = (project: Project) =>
  project.db.prepare<{ readonly line_id: number }>('SELECT line_id FROM takes WHERE id = 1').get()?.line_id ?? 0;

describe.each(MIGRATIONS.map(({ version }) => version))('a project of format %i', (version) => {
  it('opens with its script, cast and takes', () => {
    makeProject(version);
    const project = open();
    expect(project.info()).toMatchObject({
      id: 'project1',
      name: 'The Play',
      connection: { origin: 'https://speech.example', userId: 'user-1' },
      moved: true,
    });
    expect(project.settings()).toMatchObject({ masterFormat: 'wav', language: 'english', characterCap: null });
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
    expect(project.takes.takesOf(2)).toMatchObject([{ verdict: 'approved', jobId: 1 }]);
    const written = { createdAt: 1_767_225_660_000, doneAt: null };
    expect(project.notes.ofLine(2)).toMatchObject([{ text: 'good', takeId: 1, take: 1, seconds: null, ...written }]);
    project.close();
  });

  it('opens with its costs and lost jobs', () => {
    makeProject(version);
    const project = open();
    const { characters, amount } = sumSpending(project.db, { perThousand: 2, currency: 'EUR' }, 'EUR');
    expect([characters, amount.toFixed(6)]).toEqual([13, '0.003900']);
    expect(new Journal(project.db).linesLost()).toEqual([1]);
    project.close();
  });

  it('opens with its book, pauses and pronunciation', () => {
    makeProject(version);
    const project = open();
    expect(project.book.read().authors).toEqual(['A. Author']);
    expect(project.db.prepare('SELECT line_id, seconds FROM set_pauses').all()).toEqual([
      { line_id: 2, seconds: 0.75 },
    ]);
    expect(project.cast.rules()).toEqual([
      { from: 'sir', to: 'suh', wholeWord: true, matchCase: false, role: 'LANE', language: null, ipa: 'sʌ' },
    ]);
    project.close();
  });

  it('opens with the measurements of takes, which an older analysis made', () => {
    makeProject(version);
    const project = open();
    expect(project.takes.takesWithoutAnalysis(10)).toHaveLength(1);
    project.db.prepare('UPDATE audio_analyses SET version = ?').run(ANALYSIS_VERSION);
    // Formats before 17 have no measurements of voices.
    if (version >= 17) project.db.prepare('UPDATE voice_sounds SET version = ?').run(VOICE_SOUND_VERSION);
    expect(project.takes.takesWithoutAnalysis(10)).toHaveLength(version < 17 ? 1 : 0);
    const review = new ReviewStore(project.db);
    expect(review.takesOf(takenLine(project))[0]).toMatchObject({
      id: 1,
      loudnessLufs: -20.5,
      truePeakDbtp: -1.25,
      flags: [
        { kind: 'one-sided', quiet: 'right', differenceDb: 30 },
        { kind: 'duration', announcedSeconds: 1.75, seconds: 1.5 },
      ],
    });
    expect(review.peaks(1)).toEqual({ peaksPerSecond: 50, peaks: Uint8Array.of(0, 255, 127) });
    project.close();
  });

  it('opens with the permitted uses of its voices', () => {
    makeProject(version);
    const project = open();
    const everything = { allowStale: false, approvedOnly: false, chapterIds: null };
    const use = { voice: 'voice-a', rights: { licence: 'CC-BY-NC-4.0', commercialUse: false } };
    const uses = () => new ReviewStore(project.db).takesOf(takenLine(project))[0]?.uses;
    expect(uses()).toMatchObject([use]);
    expect(usedVoices(project, everything)).toMatchObject({
      voices: [{ use, roles: ['ALGERNON'], lines: 1, examples: ['1.2'] }],
      unrecorded: 0,
    });
    project.db.exec(`UPDATE voice_uses SET uses = '[{"voice":1}]'`);
    expect(uses()).toBeNull();
    expect(usedVoices(project, everything)).toEqual({ voices: [], unrecorded: 1 });
    project.close();
  });

  it('opens with proofs of its takes and accepted findings, if it has any', () => {
    makeProject(version);
    const project = open();
    const [take] = project.proofs.takes([1]);
    expect(take).toMatchObject({ takeId: 1, lineId: 2, text: 'Yes.', notCompared: null });
    if (version < 16) expect(take).toMatchObject({ words: [], proof: null, accepted: [] });
    else {
      expect(take).toMatchObject({
        words: [{ startSeconds: 0.25, endSeconds: 0.75, confidence: 0.5 }],
        proof: { version: 1, linesLearnt: 29, score: 4.5, isSuspicious: true, findings: [{ kind: 'replaced' }] },
        accepted: [{ finding: 0, scope: 'line' }],
      });
    }
    project.close();
  });

  it('opens without pronunciation that a synthesizer can’t read', () => {
    makeProject(version);
    new DatabaseSync(join(folder, 'project.db')).exec(`UPDATE pronunciation_rules SET ipa = '<b>'`);
    const project = open();
    expect(project.cast.rules()).toEqual([
      { from: 'sir', to: 'suh', wholeWord: true, matchCase: false, role: 'LANE', language: null },
    ]);
    project.close();
  });
});

it('a format from before the first release is refused, and the file is unchanged', () => {
  makeProject(12);
  const path = join(folder, 'project.db');
  const old = new DatabaseSync(path);
  old.exec('PRAGMA user_version = 7');
  old.close();
  const before = readFileSync(path);
  expect(open).toThrow(expect.objectContaining({ problem: { kind: 'not-a-project', path: folder } }));
  expect(readFileSync(path).equals(before)).toBe(true);
});
