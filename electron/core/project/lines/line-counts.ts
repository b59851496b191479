import type { Database } from '../folder/database.ts';
import { LINES_WITH_PICKS, LIVING, type LineStateKind, STATE } from './line-states.ts';
import { readRoles } from './stored-line.ts';

/** How far a project is, in lines. */
export interface LineCounts {
  readonly chapters: number;
  /** Roles that speak in the script. */
  readonly roles: number;
  readonly lines: number;
  /** As sent. */
  readonly characters: number;
  /** Fresh ones, kept ones included. */
  readonly fresh: number;
  readonly kept: number;
  /** Their pick's file is missing or damaged. */
  readonly missingAudio: number;
  readonly stale: number;
  readonly unrendered: number;
  readonly blocked: number;
}

/** How many lines are in which state. Reads no text. */
export function lineCounts(db: Database): LineCounts {
  const states = { fresh: 0, kept: 0, 'missing-audio': 0, stale: 0, unrendered: 0, blocked: 0 };
  const sums = { lines: 0, characters: 0 };
  const rows = db
    .prepare<{ readonly state: LineStateKind; readonly lines: number; readonly characters: number }>(
      `SELECT state, count(*) AS lines, sum(characters) AS characters FROM (
         SELECT ${STATE} AS state, lines.characters AS characters FROM ${LINES_WITH_PICKS} WHERE ${LIVING}) GROUP BY state`,
    )
    .all();
  for (const { state, lines, characters } of rows) {
    states[state] = lines;
    sums.lines += lines;
    sums.characters += characters;
  }
  const { 'missing-audio': missingAudio, fresh, ...others } = states;
  const counts = { ...others, ...sums, missingAudio, fresh: fresh + others.kept };
  return { ...counts, chapters: countChapters(db), roles: countRoles(db) };
}

function countChapters(db: Database): number {
  const row = db
    .prepare<{ readonly n: number }>(
      `SELECT (SELECT count(*) FROM paragraphs WHERE kind = 'heading' AND deleted_at IS NULL) + EXISTS (
         SELECT 1 FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
         WHERE chapter_id IS NULL AND ${LIVING}) AS n`,
    )
    .get();
  return row?.n ?? 0;
}

function countRoles(db: Database): number {
  const names = new Set<string>();
  const rows = db
    .prepare<{ readonly roles: string }>('SELECT DISTINCT roles FROM lines WHERE deleted_at IS NULL')
    .all();
  for (const { roles } of rows) {
    for (const name of readRoles(db, roles)) names.add(name);
  }
  return names.size;
}
