// The lines of one role: one by its number, and those that set something for themselves.
import type { LineOverride } from '../../../../shared/model/cast.ts';
import { speakerOf } from '../../../../shared/rules/turn-prefix.ts';
import type { Database } from '../folder/database.ts';
import { LIVING } from '../lines/line-states.ts';
import { readOverride, readTurns } from '../lines/stored-line.ts';

const IN_ORDER = `FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id WHERE ${LIVING}`;

/** What a role says in one of its lines. */
export interface RoleLine {
  readonly id: number;
  /** As written, its turns a row each. */
  readonly text: string;
}

/** @param at 0-based among the lines in which the role speaks, in script order @returns null where there is none */
export function lineOfRole(db: Database, role: string, at: number): RoleLine | null {
  const row = db
    .prepareArrays<readonly [number, string]>(
      `SELECT lines.id, turns ${IN_ORDER} AND EXISTS (SELECT 1 FROM json_each(lines.roles) WHERE value = ?)
       ORDER BY paragraphs.ord, lines.part LIMIT 1 OFFSET ?`,
    )
    .get(role, at);
  return row ? { id: row[0], text: textOf(db, row[1], role) } : null;
}

/** The words of a role in a line; null where the line is not in the script or the role does not speak in it. */
export function textOfRole(db: Database, lineId: number, role: string): string | null {
  const row = db.prepareArrays<readonly [string]>(`SELECT turns ${IN_ORDER} AND lines.id = ?`).get(lineId);
  return row ? textOf(db, row[0], role) || null : null;
}

/** In script order: lines that the role speaks first, and that set something in place of what it has. */
export function overriddenLines(
  db: Database,
  role: string,
  most: number,
): (RoleLine & { readonly override: LineOverride })[] {
  const rows = db
    .prepareArrays<readonly [number, string, string]>(
      `SELECT lines.id, turns, override ${IN_ORDER} AND override IS NOT NULL AND json_extract(roles, '$[0]') = ?
       ORDER BY paragraphs.ord, lines.part LIMIT ?`,
    )
    .all(role, most);
  return rows.flatMap(([id, turns, text]) => {
    const override = readOverride(db, text);
    return override ? [{ id, text: textOf(db, turns, role), override }] : [];
  });
}

const textOf = (db: Database, turns: string, role: string): string =>
  readTurns(db, turns)
    .filter((turn) => speakerOf(turn) === role)
    .map(({ text }) => text)
    .join('\n');
