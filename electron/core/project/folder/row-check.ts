// Values in a project's database that Lectern never writes. Code that reads them would fail.
import type { DatabaseSync } from 'node:sqlite';
import { OUTPUT_FORMATS } from '../../../../shared/service/vocabulary.ts';

/** By the column's type: larger numbers are not exact in JavaScript, and no length, size or date comes near. */
const LIMITS: ReadonlyMap<string, number> = new Map([
  ['INTEGER', Number.MAX_SAFE_INTEGER],
  ['REAL', 1e15],
]);

const FORMATS = OUTPUT_FORMATS.map((format) => `'${format}'`).join(', ');

/** Rules for one column each, as SQL that holds for a bad value. */
const RULES: readonly (readonly [table: string, column: string, isBad: string])[] = [
  ['takes', 'format', `format NOT IN (${FORMATS})`],
  ['takes', 'size', 'size < 0'],
  ['takes', 'duration', 'duration < 0'],
  ['takes', 'sample_rate', 'sample_rate <= 0'],
];

interface Table {
  readonly name: string;
  readonly sql: string;
}

/** A column, and SQL that holds for a bad value in it. */
type Condition = readonly [column: string, isBad: string];

/**
 * Reads each table once, whatever the database's format. CHECK constraints are among what is looked at: SQLite forgets
 * them on a connection that can only read, so that its own check finds nothing there.
 *
 * @param sqlite its schema is one that the migrations make
 * @returns a sentence about the first bad value; null where there is none
 */
export function findBadValue(sqlite: DatabaseSync): string | null {
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
    if (bad) return `${table.name}.${bad['bad']} holds a value that Lectern never writes`;
  }
  return null;
}

function conditionsOf(sqlite: DatabaseSync, { name, sql }: Table): Condition[] {
  const columns = sqlite.prepare('SELECT name, type FROM pragma_table_info(?)').all(name);
  const ranges = columns.flatMap((column): Condition[] => {
    const limit = LIMITS.get(String(column['type']));
    const quoted = `"${column['name']}"`;
    return limit === undefined ? [] : [[String(column['name']), `${quoted} NOT BETWEEN -${limit} AND ${limit}`]];
  });
  const rules = RULES.filter(([table]) => table === name).map(([, column, isBad]): Condition => [column, isBad]);
  return [...ranges, ...rules, ...checksIn(sql)];
}

/** The CHECK constraints in a table's SQL; each begins with the name of its column. */
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
