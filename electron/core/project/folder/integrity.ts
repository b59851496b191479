// A full check reads the whole file, so it only runs if the file has changed since Lectern closed it.
import { lstatSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { OUTPUT_FORMATS } from '@lectern/tts-protocol';
import type { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { findDamage } from '../../../../node/sqlite/open-database.ts';
import type { Damage } from '../../../../shared/model/problems/project-problem.ts';
import type { ProjectPaths } from './project-paths.ts';

/** Larger integers aren't exact in JavaScript. No actual length, size or date comes close to this limit. */
const LIMITS: ReadonlyMap<string, number> = new Map([
  ['INTEGER', Number.MAX_SAFE_INTEGER],
  ['REAL', 1e15],
]);

const FORMATS = OUTPUT_FORMATS.map((format) => `'${format}'`).join(', ');

/** Additional rules per column. The SQL expression is true for invalid values. */
const RULES: readonly (readonly [table: string, column: string, isBad: string])[] = [
  ['takes', 'format', `format NOT IN (${FORMATS})`],
  ['takes', 'size', 'size < 0'],
  ['takes', 'duration', 'duration < 0'],
  ['takes', 'sample_rate', 'sample_rate <= 0'],
  ['cue_sounds', 'format', `format NOT IN (${FORMATS})`],
  ['cue_sounds', 'size', 'size < 0'],
  ['cue_sounds', 'duration', 'duration <= 0'],
];

interface TableDefinition {
  readonly name: string;
  readonly sql: string;
}

type Condition = readonly [column: string, isBad: string];

/**
 * Finds values that Lectern never writes and can't handle, in any format version. Reads each table only once. Also
 * evaluates CHECK constraints, because SQLite's own check ignores them on read-only connections.
 * @param sqlite a database with a schema created by the migrations
 * @returns the first invalid value, or null
 */
function findBadValue(sqlite: DatabaseSync): Damage | null {
  const tables = sqlite
    .prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all();
  for (const row of tables) {
    const table = { name: String(row['name']), sql: String(row['sql']) };
    const conditions = conditionsOf(sqlite, table);
    if (conditions.length === 0) continue;
    const which = conditions.map(([column, isBad]) => `WHEN ${isBad} THEN '${column}'`).join(' ');
    const bad = sqlite
      .prepare(`SELECT bad FROM (SELECT CASE ${which} END AS bad FROM "${table.name}") WHERE bad IS NOT NULL LIMIT 1`)
      .get();
    if (bad) return { kind: 'odd-value', what: `${table.name}.${bad['bad']}` };
  }
  return null;
}

function conditionsOf(sqlite: DatabaseSync, { name, sql }: TableDefinition): Condition[] {
  const columns = sqlite.prepare('SELECT name, type FROM pragma_table_info(?)').all(name);
  const ranges = columns.flatMap((column): Condition[] => {
    const limit = LIMITS.get(String(column['type']));
    const quoted = `"${column['name']}"`;
    return limit === undefined ? [] : [[String(column['name']), `${quoted} NOT BETWEEN -${limit} AND ${limit}`]];
  });
  const rules = RULES.filter(([table]) => table === name).map(([, column, isBad]): Condition => [column, isBad]);
  return [...ranges, ...rules, ...checksIn(sql)];
}

function checksIn(sql: string): Condition[] {
  return Array.from(sql.matchAll(/CHECK \(/g), ({ 0: opening, index }) => {
    const start = index + opening.length;
    let end = start;
    for (let depth = 1; depth > 0 && end < sql.length; end += 1) {
      if (sql[end] === '(') depth += 1;
      if (sql[end] === ')') depth -= 1;
    }
    const check = sql.slice(start, end - 1).trim();
    return [/^\w+/.exec(check)?.[0] ?? '', `NOT (${check})`] as const;
  });
}

/** Includes the inode number and ctime. Archives can't restore these, so an extracted file never looks sealed. */
function fingerprint({ files, database }: ProjectPaths): string | null {
  if (!files.statFileSync(database)) return null;
  const file = lstatSync(database, { bigint: true });
  const marks = { bytes: file.size, changed: file.mtimeNs, touched: file.ctimeNs, number: file.ino };
  return JSON.stringify(marks, (_, mark) => (typeof mark === 'bigint' ? String(mark) : mark));
}

const MAX_SEAL_BYTES = 1_000;

export function sealDatabase(paths: ProjectPaths): void {
  const mark = fingerprint(paths);
  if (mark !== null && bytesOf(paths.files, paths.log) === 0) paths.files.replaceSync(paths.seal, mark);
  else paths.files.removeSync(paths.seal);
}

export function isSealed(paths: ProjectPaths): boolean {
  try {
    if (bytesOf(paths.files, paths.log) > 0) return false;
    return paths.files.readSync(paths.seal, MAX_SEAL_BYTES).toString() === fingerprint(paths);
  } catch {
    return false;
  }
}

/**
 * Reads the whole database and returns the damage found, or null. Doesn't touch the file if the connection is
 * read-only.
 * @param isCopy true if the file might have been copied during a write; also compares indexes with their tables, which
 * takes several times as long
 * @throws SQLite errors that prevent reading on
 */
export function databaseDamage(sqlite: DatabaseSync, isCopy = false): Damage | null {
  const found = findDamage(sqlite, isCopy ? 'integrity_check' : 'quick_check');
  if (found !== null) return { kind: 'sqlite', message: found.replaceAll('\n', ' ') };
  // Only count the rows, because their ids can exceed JavaScript's exact integer range.
  const rows = Number(sqlite.prepare('SELECT count(*) AS count FROM pragma_foreign_key_check').get()?.['count']);
  return rows === 0 ? findBadValue(sqlite) : { kind: 'dangling', rows };
}

export function bytesOf(files: UntrustedFolder, path: string): number {
  return files.statFileSync(path)?.size ?? 0;
}
