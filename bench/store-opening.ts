// Measures how long it takes to open a large project and load its first screen, compared with plain queries on a new
// connection.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openProject } from '../electron/core/project/project-folder.ts';
import type { BenchRow } from './bench-row.ts';
import { formatMilliseconds, percentile, timeMs } from './store-edits.ts';
import { PORTS } from './store-project.ts';

const OPENINGS = 7;

/** @param folder the folder of a closed project */
export function benchOpening(folder: string): BenchRow[] {
  const ours: number[] = [];
  const theirs: number[] = [];
  const screens: number[] = [];
  for (let count = 0; count < OPENINGS; count += 1) {
    ours.push(timeMs(() => openProject(folder, { mode: 'write', ...PORTS }).close()));
    screens.push(timeMs(() => firstScreen(folder)));
    theirs.push(timeMs(() => bareScreen(join(folder, 'project.db'))));
  }
  return [
    {
      name: 'opening a project of 100,000 lines up to its chapters, their progress and the lines of one',
      value: formatMilliseconds(percentile(screens, 0.5)),
      against: `${formatMilliseconds(percentile(theirs, 0.5))} for the bare queries; opening and closing alone ${formatMilliseconds(percentile(ours, 0.5))}`,
      ratio: percentile(screens, 0.5) / percentile(theirs, 0.5),
      bar: '',
      ok: null,
    },
  ];
}

function firstScreen(folder: string): void {
  const project = openProject(folder, { mode: 'write', ...PORTS });
  project.info();
  const [first] = project.script.chapters();
  project.lines.states({ chapterId: first?.id ?? null });
  project.close();
}

/** Runs the queries of the first screen. @param path the database's path */
export function bareScreen(path: string): void {
  const sqlite = new DatabaseSync(path, { readOnly: true });
  sqlite.prepare('SELECT * FROM project').all();
  sqlite.prepare(`SELECT id, source FROM paragraphs WHERE kind = 'heading' AND deleted_at IS NULL ORDER BY ord`).all();
  sqlite
    .prepare(
      `SELECT chapter_id, count(*), sum(characters), count(takes.id) FROM paragraphs
       JOIN lines ON lines.paragraph_id = paragraphs.id
       LEFT JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key
       LEFT JOIN takes ON takes.id = picks.take_id AND verdict IS NOT 'rejected' AND audio_problem IS NULL
       WHERE paragraphs.deleted_at IS NULL AND lines.deleted_at IS NULL GROUP BY chapter_id`,
    )
    .all();
  sqlite
    .prepare(
      `SELECT lines.*, takes.* FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
       LEFT JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key
       LEFT JOIN takes ON takes.id = picks.take_id
       WHERE chapter_id = (SELECT min(id) FROM paragraphs) ORDER BY ord, part`,
    )
    .all();
  sqlite.close();
}
