// What auditions cost: they make no take and belong to no run, and the service charges for them all the same.
import type { ConnectionIdentity } from '../../../../shared/model/connection.ts';
import type { Price } from '../../../../shared/model/spending.ts';
import type { Database } from '../folder/database.ts';
import { type CapKind, spendingRoom } from './spending-room.ts';

export interface NewAudition {
  /** Null where the words are no line's. */
  readonly lineId: number | null;
  readonly role: string | null;
  readonly connection: ConnectionIdentity;
  /** As sent. */
  readonly characters: number;
  readonly price: Price | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Books an audition before it is asked for.
 *
 * @returns its id, or the cap that it would pass
 * @throws ProjectError
 */
export function bookAudition(
  db: Database,
  { lineId, role, connection, characters, price, now }: NewAudition,
): { readonly id: number } | { readonly by: CapKind } {
  return db.transaction(() => {
    const room = spendingRoom(db, price, null);
    if (room.characters !== null && room.by !== null && characters > room.characters) return { by: room.by };
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO auditions (line_id, role, origin, user_id, characters, price, currency, begun_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        lineId,
        role,
        connection.origin,
        connection.userId,
        characters,
        price?.perThousand ?? null,
        price?.currency ?? null,
        now,
      );
    return { id: lastInsertRowid };
  });
}

/** The service took nothing of it. */
export function dropAudition(db: Database, id: number): void {
  db.transaction(() => db.prepare('DELETE FROM auditions WHERE id = ?').run(id));
}
