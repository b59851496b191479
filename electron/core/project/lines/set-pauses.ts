// Sets pauses. A pause set by the producer moves with its line and overrides rules and marks.

import { type PauseSettings, type TimelineLine, type UsualPause, usualPause } from '@lectern/audio/timeline';
import { pauseSecondsSchema } from '../../../../shared/model/pauses.ts';
import type { ParagraphKind } from '../../../../shared/model/script.ts';
import { isSceneMark } from '../../../../shared/rules/pauses.ts';
import { edgesOfTurns } from '../../../../shared/rules/speech-edges.ts';
import type { Database } from '../folder/database.ts';
import { NOT_DELETED } from './line-states.ts';
import { readRoles, readTurns } from './stored-line.ts';

export const customPauseOf = (db: Database, lineId: number): number | null =>
  db.prepare<{ readonly seconds: number }>('SELECT seconds FROM set_pauses WHERE line_id = ?').get(lineId)?.seconds ??
  null;

/** Sets the pause before a line; null restores the usual pause. */
export function setPause(db: Database, lineId: number, seconds: number | null): number | null {
  return db.durably(() => {
    const former = customPauseOf(db, lineId);
    if (seconds === null) db.prepare('DELETE FROM set_pauses WHERE line_id = ?').run(lineId);
    else {
      db.prepare(
        `INSERT INTO set_pauses (line_id, seconds) VALUES (?, ?)
         ON CONFLICT (line_id) DO UPDATE SET seconds = excluded.seconds`,
      ).run(lineId, pauseSecondsSchema.parse(seconds));
    }
    return former;
  });
}

export const customPauses = (db: Database): ReadonlyMap<number, number> =>
  new Map(
    db
      .prepare<{ readonly line_id: number; readonly seconds: number }>(
        `SELECT line_id, seconds FROM set_pauses JOIN lines ON lines.id = line_id
         JOIN paragraphs ON paragraphs.id = paragraph_id WHERE ${NOT_DELETED} ORDER BY ord, part`,
      )
      .all()
      .map(({ line_id, seconds }) => [line_id, seconds]),
  );

interface PauseRow {
  readonly id: number;
  readonly paragraph_id: number;
  readonly chapter_id: number | null;
  readonly kind: ParagraphKind;
  readonly ord: number;
  readonly roles: string;
  readonly turns: string;
  readonly pause_before: number | null;
  readonly pause_after: number | null;
}

/** Returns the pause set by marks and rules; null for the first line of the script. */
export function usualPauseBefore(
  db: Database,
  { id, previousLineId }: { readonly id: number; readonly previousLineId: number | null },
  settings: Pick<PauseSettings, 'pauses' | 'followPunctuation'>,
): UsualPause | null {
  const rows = db
    .prepare<PauseRow>(
      `SELECT lines.id AS id, paragraph_id, chapter_id, kind, ord, roles, turns, pause_before, pause_after
       FROM lines JOIN paragraphs ON paragraphs.id = paragraph_id WHERE lines.id IN (?, ?)`,
    )
    .all(id, previousLineId);
  const [line, previous] = [id, previousLineId].map((wanted) => rows.find((row) => row.id === wanted) ?? null);
  const marks = db
    .prepare<{ readonly seconds: number; readonly source: string }>(
      `SELECT pause_seconds AS seconds, source FROM paragraphs
       WHERE kind = 'pause' AND deleted_at IS NULL AND ord < ? AND (? IS NULL OR ord > ?) ORDER BY ord`,
    )
    .all(line?.ord ?? null, previous?.ord ?? null, previous?.ord ?? null)
    .map(({ seconds, source }) => ({ kind: 'pause' as const, seconds, isScene: isSceneMark(source) }));
  const asLine = (row: PauseRow | null | undefined): TimelineLine | null => (row ? toTimelineLine(db, row) : null);
  return usualPause({ previous: asLine(previous), marks, line: asLine(line) }, settings);
}

const toTimelineLine = (db: Database, row: PauseRow): TimelineLine => ({
  kind: 'line',
  lineId: row.id,
  chapterId: row.chapter_id,
  paragraphId: row.paragraph_id,
  isHeading: row.kind === 'heading' || row.kind === 'title',
  roles: [...readRoles(db, row.roles)],
  ...edgesOfTurns(readTurns(db, row.turns)),
  pauseBeforeSeconds: row.pause_before,
  pauseAfterSeconds: row.pause_after,
  take: null,
});
