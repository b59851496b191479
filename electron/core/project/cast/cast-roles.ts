import type { LineOverride } from '../../../../shared/model/cast.ts';
import { countCharacters } from '../../../../shared/rules/characters.ts';
import { createRoleFilter } from '../../../../shared/rules/role-names.ts';
import { isSpeakable, spokenText } from '../../../../shared/rules/spoken-text.ts';
import { speakerOf } from '../../../../shared/rules/turn-prefix.ts';
import { speakingTime } from '../../rules/roles.ts';
import type { Database } from '../folder/database.ts';
import type { NumberedProject } from '../lines/line-positions.ts';
import { LINES_WITH_PICKS, NOT_DELETED } from '../lines/line-states.ts';
import { excerptOf, readOverride, readRoles, readTurns } from '../lines/stored-line.ts';

const IN_ORDER = `FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id WHERE ${NOT_DELETED}`;

/** The spoken form of a heading doesn't count as an override. */
const HAS_OVERRIDE = `(coalesce(json_remove(override, '$.readAs'), '{}') <> '{}')`;

interface RoleLine {
  readonly id: number;
  readonly text: string;
}

/** @param at 0-based index in script order */
function findLine(db: Database, role: string, index: number): RoleLine | null {
  const row = db
    .prepareArrays<readonly [number, string]>(
      `SELECT lines.id, turns ${IN_ORDER} AND EXISTS (SELECT 1 FROM json_each(lines.roles) WHERE value = ?)
       ORDER BY paragraphs.ord, lines.part LIMIT 1 OFFSET ?`,
    )
    .get(role, index);
  return row ? { id: row[0], text: joinTurns(db, row[1], role) } : null;
}

/** Returns a role's text in a line; null if the line isn't in the script or the role doesn't speak in it. */
export function textOfRole(db: Database, lineId: number, role: string): string | null {
  const row = db.prepareArrays<readonly [string]>(`SELECT turns ${IN_ORDER} AND lines.id = ?`).get(lineId);
  return row ? joinTurns(db, row[0], role) || null : null;
}

function overriddenLines(
  db: Database,
  role: string,
  limit: number,
): (RoleLine & { readonly override: LineOverride })[] {
  const rows = db
    .prepareArrays<readonly [number, string, string]>(
      `SELECT lines.id, turns, override ${IN_ORDER} AND ${HAS_OVERRIDE} AND json_extract(roles, '$[0]') = ?
       ORDER BY paragraphs.ord, lines.part LIMIT ?`,
    )
    .all(role, limit);
  return rows.flatMap(([id, turns, text]) => {
    const override = readOverride(db, text);
    return override ? [{ id, text: joinTurns(db, turns, role), override }] : [];
  });
}

const joinTurns = (db: Database, turns: string, role: string): string =>
  readTurns(db, turns)
    .filter((turn) => speakerOf(turn) === role)
    .map(({ text }) => text)
    .join('\n');

/** Counts a dialog line for both of its roles, and its characters for the role that speaks them. */
interface RoleFigures {
  readonly name: string;
  readonly lines: number;
  readonly characters: number;
  /**
   * Totals for lines that have a usable pick and in which only this role speaks: characters as sent, and seconds after
   * trimming.
   */
  readonly heard: { readonly characters: number; readonly seconds: number };
  /** Number of lines with an override. Dialog lines count for their first role. */
  readonly overrides: number;
}

const NO_FIGURES = { lines: 0, characters: 0, heard: { characters: 0, seconds: 0 }, overrides: 0 } as const;

interface RoleTally {
  lines: number;
  characters: number;
  readonly heard: { characters: number; seconds: number };
  overrides: number;
}

type SingleRoleRow = readonly [
  roles: string,
  lines: number,
  characters: number,
  heardCharacters: number | null,
  heardSeconds: number | null,
  overrides: number,
];

// Grouping is worthwhile because most lines have a single role.
const SINGLE_ROLE_FIGURES = `SELECT roles, count(*), sum(lines.characters),
    sum(CASE WHEN takes.id IS NOT NULL THEN lines.characters END),
    sum(CASE WHEN takes.id IS NOT NULL THEN max(0, takes.duration - takes.trim_start - takes.trim_end) END),
    sum(${HAS_OVERRIDE})
  FROM ${LINES_WITH_PICKS} WHERE ${NOT_DELETED} AND json_array_length(roles) = 1 GROUP BY roles`;

const DIALOG_LINES = `SELECT roles, turns, ${HAS_OVERRIDE}
  FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id WHERE ${NOT_DELETED} AND json_array_length(roles) > 1`;

function roleFigures(db: Database, options: { readonly speakBrackets: boolean }): Map<string, RoleFigures> {
  const tallies = new Map<string, RoleTally>();
  const tallyOf = (name: string): RoleTally => {
    const known = tallies.get(name);
    if (known) return known;
    const tally = { lines: 0, characters: 0, heard: { characters: 0, seconds: 0 }, overrides: 0 };
    tallies.set(name, tally);
    return tally;
  };
  for (const [roles, lines, characters, heardCharacters, heardSeconds, overrides] of db
    .prepareArrays<SingleRoleRow>(SINGLE_ROLE_FIGURES)
    .all()) {
    const tally = tallyOf(readRoles(db, roles)[0] ?? '');
    tally.lines += lines;
    tally.characters += characters;
    tally.heard.characters += heardCharacters ?? 0;
    tally.heard.seconds += heardSeconds ?? 0;
    tally.overrides += overrides;
  }
  const together = db.prepareArrays<readonly [roles: string, turns: string, overridden: 0 | 1]>(DIALOG_LINES).all();
  for (const [roles, turns, overridden] of together) {
    const names = readRoles(db, roles);
    for (const name of names) tallyOf(name).lines += 1;
    tallyOf(names[0] ?? '').overrides += overridden;
    for (const turn of readTurns(db, turns)) {
      const text = spokenText(turn, options);
      if (isSpeakable(text)) tallyOf(speakerOf(turn)).characters += countCharacters(text);
    }
  }
  return new Map(Array.from(tallies, ([name, tally]) => [name, { name, ...tally }]));
}

export function castRoles({ project }: NumberedProject, _input: null) {
  const figures = roleFigures(project.db, project.settings());
  const isListed = createRoleFilter((name) => figures.has(name), project.settings());
  return project.cast.roles().flatMap((role) => {
    if (!isListed(role.name)) return [];
    const { lines, characters, heard, overrides } = figures.get(role.name) ?? NO_FIGURES;
    const time = speakingTime({ characters, heard, speed: role.parameters.speed ?? 1 });
    return [{ ...role, lines, characters, overrides, ...time }];
  });
}

const MAX_OVERRIDES = 5_000;

export function castOverrides({ project, places }: NumberedProject, role: string) {
  return overriddenLines(project.db, role, MAX_OVERRIDES).map(({ id, text, override }) => ({
    lineId: id,
    label: places.label(id),
    excerpt: excerptOf(text),
    override,
  }));
}

export function castLineAt(
  { project, places }: NumberedProject,
  { role, at }: { readonly role: string; readonly at: number },
) {
  const line = findLine(project.db, role, at);
  return line && { lineId: line.id, label: places.label(line.id), text: line.text };
}
