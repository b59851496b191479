// Records the rows that a transaction changes, with SQLite's session extension, so that the change can be reverted later.
import { constants, type DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { at } from '../../shared/rules/at.ts';

const rowSchema = z.record(z.string(), z.union([z.null(), z.number(), z.string()]));
type ChangedCells = z.infer<typeof rowSchema>;

export const rowChangeSchema = z.object({
  table: z.string(),
  key: rowSchema,
  /** The former values of the updated columns, or of all columns if the row was deleted; null if it was inserted. */
  before: rowSchema.nullable(),
  /** The new values of the updated columns, or of all columns if the row was inserted; null if it was deleted. */
  after: rowSchema.nullable(),
});
export type RowChange = z.infer<typeof rowChangeSchema>;

interface RecordedTable {
  /** Whether to record inserted and deleted rows. */
  readonly rows: boolean;
  /** The columns whose updates are recorded. */
  readonly columns: readonly string[];
}

/** The changes to record. Other tables are ignored. */
export type RecordedTables = Readonly<Record<string, RecordedTable>>;

/** Runs `work`. @returns its result, and the recorded changes in no particular order */
export function recordRowChanges<T>(
  sqlite: DatabaseSync,
  tables: RecordedTables,
  work: () => T,
): { readonly result: T; readonly changes: RowChange[] } {
  const session = sqlite.createSession();
  try {
    const result = work();
    return { result, changes: decodeChangeset(session.changeset(), sqlite, tables) };
  } finally {
    session.close();
  }
}

/** Returns the changes that revert `changes`. */
export const invertChanges = (changes: readonly RowChange[]): RowChange[] =>
  changes.map(({ table, key, before, after }) => ({ table, key, before: after, after: before })).toReversed();

/**
 * Decodes a changeset. The format is described in `sqlite3session.c`: a header for each table, followed by its changes. An
 * update has two records without the columns that haven't changed; the key is only in the first one.
 */
function decodeChangeset(bytes: Uint8Array, sqlite: DatabaseSync, tables: RecordedTables): RowChange[] {
  const reader = new ChangesetReader(bytes);
  const changes: RowChange[] = [];
  let table = '';
  let columns: string[] = [];
  let keys = new Set<string>();
  while (!reader.isAtEnd) {
    const code = reader.byte();
    if (code === TABLE_HEADER) {
      const flags = reader.bytes(reader.varint());
      table = reader.zeroTerminated();
      columns = columnsOf(sqlite, table);
      keys = new Set(columns.filter((_, index) => flags[index] !== 0));
      continue;
    }
    // Skip the flag for changes caused by triggers and foreign keys.
    reader.byte();
    const first = reader.record(columns);
    const second = code === constants.SQLITE_UPDATE ? reader.record(columns) : null;
    const recorded = tables[table];
    if (!recorded) continue;
    const key = toRow(first, (name) => keys.has(name));
    if (second) {
      const isUpdated = (name: string) => second.has(name) && recorded.columns.includes(name);
      const after = toRow(second, isUpdated);
      if (Object.keys(after).length > 0) changes.push({ table, key, before: toRow(first, isUpdated), after });
    } else if (recorded.rows) {
      const row = toRow(first, (name) => !keys.has(name));
      const isInserted = code === constants.SQLITE_INSERT;
      changes.push({ table, key, before: isInserted ? null : row, after: isInserted ? row : null });
    }
  }
  return changes;
}

const columnsOf = (sqlite: DatabaseSync, table: string): string[] =>
  sqlite
    .prepare('SELECT name FROM pragma_table_info(?) ORDER BY cid')
    .all(table)
    .map(({ name }) => String(name));

type ChangesetRecord = ReadonlyMap<string, null | number | string | Uint8Array>;

const toRow = (record: ChangesetRecord, isWanted: (column: string) => boolean): ChangedCells =>
  Object.fromEntries(
    Array.from(record)
      .filter(([name]) => isWanted(name))
      .map(([name, value]) => {
        if (value instanceof Uint8Array) throw new Error(`${name} contains binary data, which isn’t recorded`);
        return [name, value];
      }),
  );

const TABLE_HEADER = 'T'.charCodeAt(0);
const NUMBER_BYTES = 8;

class ChangesetReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  bytes(length: number): Buffer {
    const part = this.#bytes.subarray(this.#at, this.#at + length);
    if (part.length < length) throw new Error('a changeset that ends early');
    this.#at += length;
    return part;
  }

  byte(): number {
    return at(this.bytes(1), 0);
  }

  /** Reads an integer with seven bits in each byte, the most significant first. */
  varint(): number {
    let value = 0;
    for (;;) {
      const byte = this.byte();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }

  zeroTerminated(): string {
    const text = this.bytes(this.#bytes.indexOf(0, this.#at) - this.#at).toString('utf8');
    this.byte();
    return text;
  }

  record(columns: readonly string[]): ChangesetRecord {
    const record = new Map<string, null | number | string | Uint8Array>();
    for (const name of columns) {
      const value = this.#value();
      if (value !== undefined) record.set(name, value);
    }
    return record;
  }

  /** Returns undefined for a column that hasn't changed. */
  #value(): null | number | string | Uint8Array | undefined {
    const type = this.byte();
    switch (type) {
      case 0:
        return undefined;
      case 1:
        return Number(this.bytes(NUMBER_BYTES).readBigInt64BE());
      case 2:
        return this.bytes(NUMBER_BYTES).readDoubleBE();
      case 3:
        return this.bytes(this.varint()).toString('utf8');
      case 4:
        return this.bytes(this.varint());
      case 5:
        return null;
      default:
        throw new Error(`a changeset with a value of type ${type}`);
    }
  }
}
