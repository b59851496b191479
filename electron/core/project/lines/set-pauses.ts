// Pauses that the producer set before a line. They stay with the line, wherever it goes, and hold over rules and marks.
import { pauseSecondsSchema } from '../../../../shared/model/pauses.ts';
import type { Database } from '../folder/database.ts';
import { LIVING } from './line-states.ts';

/** The pause that was set before a line, in seconds; null: none. */
export const setPauseOf = (db: Database, lineId: number): number | null =>
  db.prepare<{ readonly seconds: number }>('SELECT seconds FROM set_pauses WHERE line_id = ?').get(lineId)?.seconds ??
  null;

/** Sets the pause before a line; null: the usual one. @returns what was set before */
export function setPause(db: Database, lineId: number, seconds: number | null): number | null {
  return db.durably(() => {
    const former = setPauseOf(db, lineId);
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

/** All of them by the line, of lines that are in the script. */
export const setPauses = (db: Database): ReadonlyMap<number, number> =>
  new Map(
    db
      .prepare<{ readonly line_id: number; readonly seconds: number }>(
        `SELECT line_id, seconds FROM set_pauses JOIN lines ON lines.id = line_id
         JOIN paragraphs ON paragraphs.id = paragraph_id WHERE ${LIVING} ORDER BY ord, part`,
      )
      .all()
      .map(({ line_id, seconds }) => [line_id, seconds]),
  );
