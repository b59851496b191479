// Cloned voices on disk: what they are made of. What is kept of their samples lies beside it (clone-samples.ts).
import { z } from 'zod';
import type { ServiceDatabase } from '../store/database.ts';
import { type Timbre, timbreSchema } from './voice.ts';

const cloneRow = z.object({
  id: z.string(),
  user_id: z.string(),
  name: z.string(),
  gender: z.string().nullable(),
  created_at: z.number(),
  based_on: z.string(),
  timbre: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(timbreSchema),
});

/** A clone: `id` is the voice identifier, `based_on` that of the embedded voice whose timbre was tuned. */
export type StoredClone = z.infer<typeof cloneRow>;

/** What is needed to speak with a clone. */
export interface CloneMakings {
  readonly based_on: string;
  readonly timbre: Timbre;
}

const FIELDS = 'id, user_id, name, gender, created_at, based_on, timbre';

/** Clones in the service's database. */
export class CloneStore {
  readonly #database: ServiceDatabase;

  constructor(database: ServiceDatabase) {
    this.#database = database;
  }

  /** Writes a clone so that it is on the disk when this returns. */
  add(clone: StoredClone): void {
    this.#database.durably(() =>
      this.#database.run(`INSERT INTO clones (${FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?)`, [
        clone.id,
        clone.user_id,
        clone.name,
        clone.gender,
        clone.created_at,
        clone.based_on,
        JSON.stringify(clone.timbre),
      ]),
    );
  }

  /** A user's clones, the oldest first. */
  of(userId: string): StoredClone[] {
    const rows = this.#database.all(
      `SELECT ${FIELDS} FROM clones WHERE user_id = ? AND deleted_at IS NULL ORDER BY created_at, id`,
      [userId],
    );
    return rows.map((row) => cloneRow.parse(row));
  }

  /** One of a user's clones. Those of others, and deleted ones, are not there. */
  find(userId: string, id: string): StoredClone | undefined {
    const row = this.#database.get(`SELECT ${FIELDS} FROM clones WHERE id = ? AND user_id = ? AND deleted_at IS NULL`, [
      id,
      userId,
    ]);
    return row === undefined ? undefined : cloneRow.parse(row);
  }

  /** A clone of any owner that was not deleted: for callers that have checked the right to it in another way. */
  living(id: string): StoredClone | undefined {
    const row = this.#database.get(`SELECT ${FIELDS} FROM clones WHERE id = ? AND deleted_at IS NULL`, [id]);
    return row === undefined ? undefined : cloneRow.parse(row);
  }

  /** What a clone speaks with, whosever it is; also one that was deleted, since what was accepted before is finished. */
  makings(id: string): CloneMakings | undefined {
    const row = this.#database.get(`SELECT ${FIELDS} FROM clones WHERE id = ?`, [id]);
    return row === undefined ? undefined : cloneRow.parse(row);
  }

  /**
   * Deletes one of a user's clones, on the disk when this returns. Its name goes at once; its makings stay for the jobs
   * that wait, until `sweep`.
   *
   * @param now milliseconds since the epoch
   * @returns what is gone; undefined where there is no such clone
   */
  delete(userId: string, id: string, now: number): StoredClone | undefined {
    return this.#database.durably(() => {
      const clone = this.find(userId, id);
      if (clone === undefined) return undefined;
      this.#database.run("UPDATE clones SET deleted_at = ?, name = '', gender = NULL WHERE id = ?", [now, id]);
      return clone;
    });
  }

  /** Forgets the deleted clones that no unfinished job speaks with. Not while streams are spoken: it is for the start. */
  sweep(): void {
    this.#database.run(
      `DELETE FROM clones WHERE deleted_at IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM jobs WHERE status IN ('pending', 'in_progress')
           AND clones.id IN (json_extract(input, '$.voice'), json_extract(input, '$.voice_2')))`,
    );
  }
}
