import { z } from 'zod';
import { timbreSchema } from '../common/timbre.ts';
import type { CloneStore, CloneTimbre, StoredClone } from '../ports/clones.ts';
import type { ServiceDatabase } from './database.ts';

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

const COLUMNS = 'id, user_id, name, gender, created_at, based_on, timbre';

export class SqliteCloneStore implements CloneStore {
  readonly #database: ServiceDatabase;

  constructor(database: ServiceDatabase) {
    this.#database = database;
  }

  add(clone: StoredClone): void {
    this.#database.durableTransaction(() =>
      this.#database.run(`INSERT INTO clones (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`, [
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

  of(userId: string): StoredClone[] {
    const rows = this.#database.all(
      `SELECT ${COLUMNS} FROM clones WHERE user_id = ? AND deleted_at IS NULL ORDER BY created_at, id`,
      [userId],
    );
    return rows.map((row) => cloneRow.parse(row));
  }

  find(userId: string, id: string): StoredClone | undefined {
    const row = this.#database.get(
      `SELECT ${COLUMNS} FROM clones WHERE id = ? AND user_id = ? AND deleted_at IS NULL`,
      [id, userId],
    );
    return row === undefined ? undefined : cloneRow.parse(row);
  }

  finder(userId: string): (id: string) => StoredClone | undefined {
    return (id) => this.find(userId, id);
  }

  findExisting(id: string): StoredClone | undefined {
    const row = this.#database.get(`SELECT ${COLUMNS} FROM clones WHERE id = ? AND deleted_at IS NULL`, [id]);
    return row === undefined ? undefined : cloneRow.parse(row);
  }

  /** Returns how to speak with a clone of any user, even a deleted one, so that accepted jobs can finish. */
  findTimbre(id: string): CloneTimbre | undefined {
    const row = this.#database.get(`SELECT ${COLUMNS} FROM clones WHERE id = ?`, [id]);
    return row === undefined ? undefined : cloneRow.parse(row);
  }

  delete(userId: string, id: string, now: number): StoredClone | undefined {
    return this.#database.durableTransaction(() => {
      const clone = this.find(userId, id);
      if (clone === undefined) return undefined;
      this.#database.run("UPDATE clones SET deleted_at = ?, name = '', gender = NULL WHERE id = ?", [now, id]);
      return clone;
    });
  }

  eraseUnused(): void {
    this.#database.run(
      `DELETE FROM clones WHERE deleted_at IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM jobs WHERE status IN ('pending', 'in_progress')
           AND clones.id IN (json_extract(input, '$.voice'), json_extract(input, '$.voice_2')))`,
    );
  }
}
