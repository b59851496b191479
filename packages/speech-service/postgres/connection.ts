import type { UUID } from 'node:crypto';
import pg from 'pg';

const INT8 = 20;

/** Parses 64-bit integers as numbers. All stored values are safe integers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)),
};

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens a pool. If a connection breaks, its query fails, but the process never exits.
 * @param serverOptions server settings for these connections, such as `-c synchronous_commit=off`
 */
export function openPool(url: string, max: number, serverOptions?: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'lectern',
    ...(serverOptions !== undefined && { options: serverOptions }),
  });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Runs a function in a transaction, which is rolled back if the function throws. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // Closing the connection rolls the transaction back, whatever state it is in.
    client.release(error instanceof Error ? error : true);
    throw error;
  }
}

const statementNames = new Map<string, string>();

/** Returns a name for a statement. PostgreSQL prepares named statements. */
function nameOf(text: string): string {
  const name = statementNames.get(text) ?? `boss-${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

/**
 * Returns an option for pg-boss calls that runs them in a client's transaction, or on any connection of a pool. Statements are
 * prepared, so only use this for calls whose statements don't contain data.
 */
export const boundTo = (client: pg.PoolClient | pg.Pool) => ({
  db: { executeSql: (text: string, values: unknown[] = []) => client.query({ name: nameOf(text), text, values }) },
});

/** Formats an array parameter. Faster than the arrays of `pg`, because elements aren't escaped. */
export const plainArray = (values: readonly number[] | readonly UUID[]): string => `{${values.join(',')}}`;

/** Replaces NUL characters, which PostgreSQL's `text` type can't contain. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '\ufffd');

/** Returns whether an ID from a request can exist. PostgreSQL rejects queries for IDs with NUL characters. */
export const isStorable = (id: string): boolean => !id.includes('\0');

interface WaitingItem<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

const MAX_GROUP = 200;

/**
 * Collects items while a statement is running, and sends them together in the next one, so that they share a flush and a round
 * trip.
 */
export class Grouped<Item, Result> {
  readonly #send: (items: readonly Item[]) => Promise<readonly Result[]>;
  readonly #most: number;
  #waiting: WaitingItem<Item, Result>[] = [];
  #isBusy = false;

  /**
   * @param send returns the results in order. If it fails for several items, it is called again for each of them.
   * @param most the maximum number of items in a group
   */
  constructor(send: (items: readonly Item[]) => Promise<readonly Result[]>, most = MAX_GROUP) {
    this.#send = send;
    this.#most = most;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (!this.#isBusy) void this.#sendAll();
    });
  }

  async #sendAll(): Promise<void> {
    this.#isBusy = true;
    // Wait for other items of this turn of the event loop.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const group = this.#waiting.splice(0, this.#most);
      if (!(await this.#sendGroup(group)) && group.length > 1) {
        for (const one of group) await this.#sendGroup([one]);
      }
    }
    this.#isBusy = false;
  }

  /** Returns false if sending failed, in which case the items of a larger group should be sent one at a time. */
  async #sendGroup(group: readonly WaitingItem<Item, Result>[]): Promise<boolean> {
    try {
      const results = await this.#send(group.map(({ item }) => item));
      for (const [index, { resolve, reject }] of group.entries()) {
        if (index in results)
          resolve(results[index] as Result); // `in` has checked that the index exists.
        else reject(new Error('A group has fewer results than items.'));
      }
      return true;
    } catch (error) {
      if (group.length === 1) group[0]?.reject(error);
      return false;
    }
  }
}
