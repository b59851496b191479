// The result of the last comparison of names (`production/compare-names.ts`).
import type { OddName } from '../../../../shared/model/name-sounds.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import type { Database } from '../folder/database.ts';
import { LINES_WITH_PICKS, NOT_DELETED } from '../lines/line-states.ts';
import type { Project } from '../project.ts';

export interface FoundName extends Pick<OddName, 'takeId' | 'name' | 'startSeconds' | 'endSeconds' | 'confidence'> {
  /** Index in the take's words. */
  readonly word: number;
  readonly occurrences: number;
}

/** Replaces the result of the previous comparison. */
export function putOddNames(db: Database, found: readonly FoundName[]): void {
  db.transaction(() => {
    db.prepare('DELETE FROM odd_names').run();
    const insert = db.prepare(
      `INSERT INTO odd_names (take_id, word, name, occurrences, start_seconds, end_seconds, confidence)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    for (const { takeId, word, name, occurrences, startSeconds, endSeconds, confidence } of found) {
      insert.run(takeId, word, name, occurrences, startSeconds, endSeconds, confidence);
    }
  });
}

interface OddNameRow {
  readonly take_id: number;
  readonly word: number;
  readonly name: string;
  readonly occurrences: number;
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly confidence: number;
}

/** Returns the names that the last comparison found, as `describeNames`. */
export function oddNames(project: Pick<Project, 'db' | 'lines'>): OddName[] {
  const rows = project.db.prepare<OddNameRow>('SELECT * FROM odd_names ORDER BY take_id, word').all();
  const found = rows.map(
    ({ take_id, start_seconds, end_seconds, ...row }): FoundName => ({
      ...row,
      takeId: take_id,
      startSeconds: start_seconds,
      endSeconds: end_seconds,
    }),
  );
  return describeNames(project, found);
}

/** Returns the names in takes that lines export, most likely first. Approved takes are left out. */
export function describeNames({ lines }: Pick<Project, 'lines'>, found: readonly FoundName[]): OddName[] {
  if (found.length === 0) return [];
  const exported = new Map(
    lines.states().flatMap((line) => (line.pick && !line.pick.approved ? [[line.pick.takeId, line] as const] : [])),
  );
  return found
    .flatMap(({ word: _, ...name }): OddName[] => {
      const line = exported.get(name.takeId);
      if (!line) return [];
      const { id, chapterTitle, roles } = line;
      return [{ ...name, lineId: id, line: lineNumber(line), chapterTitle, roles: [...roles] }];
    })
    .toSorted((a, b) => b.confidence - a.confidence);
}

export const countOddNames = (db: Database): number =>
  db
    .prepare<{ readonly n: number }>(
      `SELECT count(*) AS n FROM ${LINES_WITH_PICKS} JOIN odd_names ON odd_names.take_id = takes.id
       WHERE ${NOT_DELETED} AND takes.verdict IS NOT 'approved'`,
    )
    .get()?.n ?? 0;
