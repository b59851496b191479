import type pg from 'pg';
import { z } from 'zod';
import { timbreSchema } from '../common/timbre.ts';
import type { CloneStore, CloneTimbre, StoredClone } from '../ports/clones.ts';
import { isStorable, withoutNul } from './connection.ts';

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

/** Minimum time until a deleted clone is erased, because other nodes and workers may still be using it. */
const KEPT_MS = 3_600_000;
const MAX_TIMBRES = 10_000;

export class PostgresCloneStore implements CloneStore {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async add(clone: StoredClone): Promise<void> {
    await this.#pool.query(`INSERT INTO lectern.clones (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7)`, [
      clone.id,
      clone.user_id,
      withoutNul(clone.name),
      clone.gender,
      clone.created_at,
      clone.based_on,
      JSON.stringify(clone.timbre),
    ]);
  }

  of(userId: string): Promise<StoredClone[]> {
    return this.#select('user_id = $1 AND deleted_at IS NULL ORDER BY created_at, id', [userId]);
  }

  async find(userId: string, id: string): Promise<StoredClone | undefined> {
    if (!isStorable(id)) return undefined;
    return (await this.#select('id = $1 AND user_id = $2 AND deleted_at IS NULL', [id, userId]))[0];
  }

  async finder(userId: string): Promise<(id: string) => StoredClone | undefined> {
    const byId = new Map((await this.of(userId)).map((clone) => [clone.id, clone]));
    return (id) => byId.get(id);
  }

  async findExisting(id: string): Promise<StoredClone | undefined> {
    if (!isStorable(id)) return undefined;
    return (await this.#select('id = $1 AND deleted_at IS NULL', [id]))[0];
  }

  async delete(userId: string, id: string, now: number): Promise<StoredClone | undefined> {
    const clone = await this.find(userId, id);
    if (clone === undefined) return undefined;
    const { rowCount } = await this.#pool.query(
      "UPDATE lectern.clones SET deleted_at = $1, name = '', gender = NULL WHERE id = $2 AND deleted_at IS NULL",
      [now, id],
    );
    return rowCount === 1 ? clone : undefined;
  }

  async eraseUnused(): Promise<void> {
    await this.#pool.query(
      `DELETE FROM lectern.clones WHERE deleted_at < $1 AND NOT EXISTS (
        SELECT 1 FROM lectern.jobs WHERE status IN ('pending', 'in_progress') AND strpos(input, clones.id) > 0)`,
      [Date.now() - KEPT_MS],
    );
  }

  /** Returns the timbres of any user's clones, including deleted ones, so that accepted jobs can finish. */
  async timbres(ids: readonly string[]): Promise<Map<string, CloneTimbre>> {
    const clones = await this.#select('id = ANY($1)', [ids.filter(isStorable)]);
    return new Map(clones.map(({ id, based_on, timbre }) => [id, { based_on, timbre }]));
  }

  async #select(condition: string, values: readonly unknown[]): Promise<StoredClone[]> {
    const { rows } = await this.#pool.query({
      text: `SELECT ${COLUMNS} FROM lectern.clones WHERE ${condition}`,
      values: [...values],
    });
    return rows.map((row) => cloneRow.parse(row));
  }
}

/** Caches the timbres of clones, which never change. */
export class CloneTimbres {
  readonly #clones: Pick<PostgresCloneStore, 'timbres'>;
  readonly #known = new Map<string, CloneTimbre>();

  constructor(clones: Pick<PostgresCloneStore, 'timbres'>) {
    this.#clones = clones;
  }

  /** Loads the timbres that `findTimbre` will return. */
  async prepare(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.#known.has(id));
    if (missing.length === 0) return;
    if (this.#known.size > MAX_TIMBRES) this.#known.clear();
    for (const [id, timbre] of await this.#clones.timbres(missing)) this.#known.set(id, timbre);
  }

  findTimbre(id: string): CloneTimbre | undefined {
    return this.#known.get(id);
  }
}
