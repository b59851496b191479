// Benchmarks the store behind the Script screen: opening a large script, and typing in a very long one.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { lineBriefs } from '../electron/core/project/lines/line-briefs.ts';
import type { Project } from '../electron/core/project/project.ts';
import { createProject, openProject } from '../electron/core/project/project-folder.ts';
import { parseScript } from '../shared/rules/script-text.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMilliseconds, percentile, timeMs } from './store-edits.ts';
import { makeLargeProject, PORTS, seededRandom, withTemporaryFolder } from './store-project.ts';

const OPENINGS = 9;
const MAX_OPENING_RATIO = 3;
const PARAGRAPHS = 10_000;
const BURSTS = 20;
const BURST_KEYS = 40;
const WARM_UP = 50;
const MAX_KEYSTROKE_MS = 8;

/** Takes about half a minute. */
export async function run(): Promise<BenchRow[]> {
  return withTemporaryFolder(async (folder) => {
    const large = join(folder, 'Large.lectern');
    makeLargeProject(large).close();
    return [...benchOpening(large), ...benchKeystrokes(join(folder, 'Long.lectern'))];
  });
}

/** Measures opening the first screen, compared with plain queries on an open connection. */
function benchOpening(folder: string): BenchRow[] {
  const project = openProject(folder, { mode: 'write', ...PORTS });
  const bare = new DatabaseSync(join(folder, 'project.db'), { readOnly: true });
  bare.exec('PRAGMA cache_size = -65536');
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let count = 0; count < OPENINGS; count += 1) {
    ours.push(timeMs(() => firstScreen(project)));
    theirs.push(timeMs(() => bareScreen(bare)));
  }
  bare.close();
  project.close();
  const value = percentile(ours, 0.5);
  const against = percentile(theirs, 0.5);
  return [
    {
      name: 'first screen of 100,000 lines: chapters with progress, roles, the first document and its lines',
      value: formatMilliseconds(value),
      against: `${formatMilliseconds(against)} for the bare queries of what is shown`,
      ratio: value / against,
      bar: `${MAX_OPENING_RATIO} times or less`,
      ok: value / against <= MAX_OPENING_RATIO,
    },
  ];
}

function firstScreen(project: Project): void {
  const [first] = project.script.chapterProgress();
  project.cast.summaries();
  const { documentId } = project.script.documents.open(first?.id ?? null);
  lineBriefs(project.db, { chapterId: first?.id ?? null });
  project.script.documents.close(documentId);
}

const FROM_LINES = `FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
  LEFT JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key
  LEFT JOIN takes ON takes.id = picks.take_id AND verdict IS NOT 'rejected' AND audio_problem IS NULL
  WHERE paragraphs.deleted_at IS NULL AND lines.deleted_at IS NULL`;

function bareScreen(sqlite: DatabaseSync): void {
  const [first] = sqlite
    .prepare(`SELECT id, source FROM paragraphs WHERE kind = 'heading' AND deleted_at IS NULL ORDER BY ord`)
    .all();
  sqlite
    .prepare(
      `SELECT chapter_id, count(*), sum(characters), count(takes.id), sum(duration) ${FROM_LINES} GROUP BY chapter_id`,
    )
    .all();
  sqlite
    .prepare(
      `SELECT roles, count(*), sum(characters) FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
       WHERE paragraphs.deleted_at IS NULL AND lines.deleted_at IS NULL GROUP BY roles`,
    )
    .all();
  const id = first?.['id'] ?? null;
  sqlite.prepare('SELECT * FROM paragraphs WHERE chapter_id = ? AND deleted_at IS NULL ORDER BY ord').all(id);
  sqlite
    .prepare(`SELECT lines.id, roles, characters, takes.id ${FROM_LINES} AND chapter_id = ? ORDER BY ord, part`)
    .all(id);
}

/** Measures typing in a chapter of 10,000 paragraphs, compared with the minimum that any store has to write. */
function benchKeystrokes(folder: string): BenchRow[] {
  const project = longProject(folder);
  const { documentId, text, ...opened } = project.script.documents.open(project.script.chapters()[0]?.id ?? null);
  const ours: number[] = [];
  const theirs: number[] = [];
  const chance = seededRandom(4);
  const update = project.db.prepare('UPDATE lines SET characters = characters + 1 WHERE id = ?');
  let { revision } = opened;
  for (let burst = 0; burst < BURSTS; burst += 1) {
    const start = Math.floor(chance() * text.length);
    for (let key = 0; key < BURST_KEYS; key += 1) {
      const change = { from: start + key, to: start + key, insert: 'x' };
      ours.push(timeMs(() => (revision = project.script.documents.edit(documentId, revision, [change]).revision)));
      const id = 1 + Math.floor(chance() * PARAGRAPHS);
      theirs.push(timeMs(() => project.db.durably(() => update.run(id))));
    }
  }
  project.close();
  for (const list of [ours, theirs]) list.splice(0, WARM_UP);
  const value = percentile(ours, 0.95);
  const against = percentile(theirs, 0.95);
  const usual = percentile(ours, 0.5);
  const usualBare = percentile(theirs, 0.5);
  return [
    {
      name: 'saving one keystroke in a chapter of 10,000 paragraphs, 95th percentile',
      value: formatMilliseconds(value),
      against: `${formatMilliseconds(against)} for an UPDATE of one row, flushed likewise`,
      ratio: value / against,
      bar: `${MAX_KEYSTROKE_MS} ms more or less`,
      ok: value - against <= MAX_KEYSTROKE_MS,
    },
    {
      name: 'saving one keystroke in a chapter of 10,000 paragraphs, median',
      value: formatMilliseconds(usual),
      against: formatMilliseconds(usualBare),
      ratio: usual / usualBare,
      bar: '',
      ok: null,
    },
  ];
}

function longProject(folder: string): Project {
  const project = createProject(folder, {
    name: 'Long',
    connection: { origin: 'https://speech.example', userId: 'bench' },
    ...PORTS,
  });
  const words = 'with some more words behind it, so that it is about as long as paragraphs of books and plays are';
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, at) => `LANE: This is number ${at} of them, ${words}.`);
  const script = `## One\n\n${paragraphs.join('\n\n')}\n\n## Two\n\nWords.\n`;
  project.script.saveScript(parseScript(script, project.settings()));
  project.cast.saveRoles(project.cast.roles().map((role) => ({ ...role, voice: 'voice' })));
  return project;
}
