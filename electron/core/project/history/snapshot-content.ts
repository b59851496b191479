// A snapshot's content is compressed text with a JSON document on each line: the table and its columns, then its rows.
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { projectSettingsSchema } from '../../../../shared/model/settings.ts';
import { CONTENTS } from '../folder/backup.ts';
import type { Database, SqlValue } from '../folder/database.ts';

export interface SnapshotCounts {
  readonly lines: number;
  /** Lines with a take to export. */
  readonly rendered: number;
}

export interface SnapshotContent extends SnapshotCounts {
  readonly content: Uint8Array;
}

interface SnapshotTable {
  readonly key: string;
  /** SQL that selects the rows of the snapshot. */
  readonly rows: string;
  /** What happens to rows that aren't in the snapshot. By default, they are kept. */
  readonly others?: 'delete' | 'mark-deleted';
  /** Existing rows are updated, but missing ones aren't inserted. */
  readonly updatesOnly?: true;
}

/**
 * Keeps takes and picks made since the snapshot, because they may have been paid for, as well as later notes and accepted
 * findings.
 */
const TABLES: Readonly<Record<string, SnapshotTable>> = {
  project: { key: 'only_row', rows: 'SELECT only_row, settings, book FROM project', updatesOnly: true },
  paragraphs: { key: 'id', rows: 'SELECT * FROM paragraphs WHERE deleted_at IS NULL', others: 'mark-deleted' },
  lines: { key: 'id', rows: 'SELECT * FROM lines WHERE deleted_at IS NULL', others: 'mark-deleted' },
  roles: { key: 'name', rows: 'SELECT * FROM roles', others: 'delete' },
  pronunciation_rules: { key: 'ord', rows: 'SELECT * FROM pronunciation_rules', others: 'delete' },
  set_pauses: { key: 'line_id', rows: 'SELECT * FROM set_pauses', others: 'delete' },
  cue_sounds: { key: 'paragraph_id, position', rows: 'SELECT * FROM cue_sounds', others: 'delete' },
  picks: { key: 'line_id, render_key', rows: 'SELECT * FROM picks' },
  takes: {
    key: 'id',
    rows: 'SELECT id, verdict, trim_start, trim_end, gain_db FROM takes',
    updatesOnly: true,
  },
  notes: { key: 'id', rows: 'SELECT * FROM notes' },
  accepted_findings: { key: 'id', rows: 'SELECT * FROM accepted_findings' },
};

/** Rows that are compressed at a time. */
const CHUNK_ROWS = 5_000;
const MAX_CONTENT_BYTES = 400_000_000;

export function lineCounts(db: Database): SnapshotCounts {
  const row = db.prepare<{ readonly lines: number; readonly fresh: number }>(CONTENTS).get();
  return { lines: row?.lines ?? 0, rendered: row?.fresh ?? 0 };
}

export function readSnapshotContent(db: Database): SnapshotContent {
  const chunks: Uint8Array[] = [];
  let rows: string[] = [];
  const compress = (): void => {
    chunks.push(gzipSync(rows.map((row) => `${row}\n`).join(''), { level: 1 }));
    rows = [];
  };
  for (const [table, { rows: sql }] of Object.entries(TABLES)) {
    db.prepare(sql)
      .all()
      .forEach((row, index) => {
        if (index === 0) rows.push(JSON.stringify({ table, columns: Object.keys(row) }));
        rows.push(JSON.stringify(Object.values(row)));
        if (rows.length >= CHUNK_ROWS) compress();
      });
  }
  compress();
  return { ...lineCounts(db), content: Buffer.concat(chunks) };
}

const headSchema = z.object({ table: z.string(), columns: z.array(z.string()).min(1) });
const rowSchema = z.array(z.union([z.null(), z.number(), z.string()]));

/**
 * Restores the rows of a snapshot. Limits on spending aren't restored. Call it in a transaction, and then update what is
 * computed from these rows.
 * @param now when other rows are deleted
 * @throws Error if the content is damaged
 */
export function restoreSnapshotContent(db: Database, content: Uint8Array, now: number): void {
  // Rows may refer to rows that are restored later.
  db.exec('PRAGMA defer_foreign_keys = ON');
  const text = gunzipSync(content, { maxOutputLength: MAX_CONTENT_BYTES }).toString('utf8');
  const keys = new Map(Object.keys(TABLES).map((table) => [table, [] as unknown[]]));
  let write: (row: readonly SqlValue[]) => void = () => {};
  for (let from = 0, to = text.indexOf('\n'); to >= 0; from = to + 1, to = text.indexOf('\n', from)) {
    const document: unknown = JSON.parse(text.slice(from, to));
    if (Array.isArray(document)) write(rowSchema.parse(document));
    else write = rowWriter(db, headSchema.parse(document), keys);
  }
  if (keys.get('project')?.length !== 1) throw new Error('a snapshot without a project');
  for (const [table, { key, others }] of Object.entries(TABLES)) {
    if (others === undefined) continue;
    // A JSON array's value is its text.
    const isOther = `${key.includes(',') ? `json_array(${key})` : key} NOT IN (SELECT value FROM json_each(?))`;
    const listed = JSON.stringify(keys.get(table));
    if (others === 'delete') db.prepare(`DELETE FROM ${table} WHERE ${isOther}`).run(listed);
    else db.prepare(`UPDATE ${table} SET deleted_at = ? WHERE deleted_at IS NULL AND ${isOther}`).run(now, listed);
  }
}

function rowWriter(
  db: Database,
  { table, columns }: z.infer<typeof headSchema>,
  keysOf: ReadonlyMap<string, unknown[]>,
): (row: readonly SqlValue[]) => void {
  const found = TABLES[table];
  const keys = keysOf.get(table);
  const known = new Set(
    db
      .prepare<{ readonly name: string }>('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name),
  );
  if (!found || !keys || !columns.every((name) => known.has(name))) throw new Error(`unknown columns of ${table}`);
  const keyNames = found.key.split(', ');
  const others = columns.filter((name) => !keyNames.includes(name));
  const sets = others.map((name) => `"${name}" = excluded."${name}"`).join(', ');
  const names = columns.map((name) => `"${name}"`).join(', ');
  const upsert = `INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})
    ON CONFLICT (${found.key}) DO UPDATE SET ${sets}`;
  const update = `UPDATE ${table} SET ${others.map((name) => `"${name}" = ?`).join(', ')} WHERE ${found.key} = ?`;
  const statement = db.prepare(found.updatesOnly ? update : upsert);
  const settingsAt = table === 'project' ? columns.indexOf('settings') : -1;
  return (row) => {
    if (row.length !== columns.length) throw new Error(`a row of ${table} with ${row.length} values`);
    keys.push(keyNames.length === 1 ? row[0] : row.slice(0, keyNames.length));
    const cells = row.map((cell, index) => (index === settingsAt ? withCurrentLimits(db, cell) : cell));
    const [key, ...rest] = cells;
    statement.run(...(found.updatesOnly ? [...rest, key ?? null] : cells));
  };
}

/** Keeps the settings that snapshots don't restore: caps, authorisations by stores, and decisions about consents. */
function withCurrentLimits(db: Database, stored: SqlValue): string {
  const read = (text: unknown) => projectSettingsSchema.parse(JSON.parse(String(text)));
  const now = db.prepare<{ readonly settings: string }>('SELECT settings FROM project').get()?.settings;
  const { characterCap, moneyCap, confirmPrice, authorisedTargets, consentDecisions } = read(now);
  return JSON.stringify({
    ...read(stored),
    ...{ characterCap, moneyCap, confirmPrice, authorisedTargets, consentDecisions },
  });
}
