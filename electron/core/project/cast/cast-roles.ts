// The roles that speak, with all that the cast shows of them beside the names of their voices.

import { countCharacters } from '../../../../shared/rules/characters.ts';
import { speakingTime } from '../../../../shared/rules/speaking-time.ts';
import { isSpeakable, spokenText } from '../../../../shared/rules/spoken-text.ts';
import { speakerOf } from '../../../../shared/rules/turn-prefix.ts';
import type { Database } from '../folder/database.ts';
import { excerptOf } from '../lines/excerpt.ts';
import type { LinePlaces } from '../lines/line-places.ts';
import { LINES_WITH_PICKS, LIVING } from '../lines/line-states.ts';
import { readRoles, readTurns } from '../lines/stored-line.ts';
import type { Project } from '../project.ts';
import { lineOfRole, overriddenLines } from './role-lines.ts';

// How much each role has to say, how much of it was heard, and which of its lines set something for themselves.

/** A role that speaks in the script. A dialog line counts for both of its roles, its characters for who speaks them. */
interface RoleFigures {
  readonly name: string;
  readonly lines: number;
  readonly characters: number;
  /** Of lines that it speaks alone and that have their take: characters as sent, seconds as trimmed. */
  readonly heard: { readonly characters: number; readonly seconds: number };
  /** Lines that set something in place of what the role has; a dialog line counts for who speaks first. */
  readonly overrides: number;
}

interface Tally {
  lines: number;
  characters: number;
  readonly heard: { characters: number; seconds: number };
  overrides: number;
}

type AloneRow = readonly [
  roles: string,
  lines: number,
  characters: number,
  heardCharacters: number | null,
  heardSeconds: number | null,
  overrides: number,
];

// Most lines are spoken by one role, and there few groups tell all.
const ALONE = `SELECT roles, count(*), sum(lines.characters),
    sum(CASE WHEN takes.id IS NOT NULL THEN lines.characters END),
    sum(CASE WHEN takes.id IS NOT NULL THEN max(0, takes.duration - takes.trim_start - takes.trim_end) END),
    sum(override IS NOT NULL)
  FROM ${LINES_WITH_PICKS} WHERE ${LIVING} AND json_array_length(roles) = 1 GROUP BY roles`;

const TOGETHER = `SELECT roles, turns, override IS NOT NULL
  FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id WHERE ${LIVING} AND json_array_length(roles) > 1`;

/** The roles that speak in the script, by name, in no order. */
function roleFigures(db: Database, options: { readonly speakBrackets: boolean }): Map<string, RoleFigures> {
  const tallies = new Map<string, Tally>();
  const tallyOf = (name: string): Tally => {
    const known = tallies.get(name);
    if (known) return known;
    const tally = { lines: 0, characters: 0, heard: { characters: 0, seconds: 0 }, overrides: 0 };
    tallies.set(name, tally);
    return tally;
  };
  for (const [roles, lines, characters, heardCharacters, heardSeconds, overrides] of db
    .prepareArrays<AloneRow>(ALONE)
    .all()) {
    const tally = tallyOf(readRoles(db, roles)[0] ?? '');
    tally.lines += lines;
    tally.characters += characters;
    tally.heard.characters += heardCharacters ?? 0;
    tally.heard.seconds += heardSeconds ?? 0;
    tally.overrides += overrides;
  }
  const together = db.prepareArrays<readonly [roles: string, turns: string, overridden: 0 | 1]>(TOGETHER).all();
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

interface Context {
  readonly project: Project;
  readonly places: LinePlaces;
}

/** In the order of the cast. */
export function castRoles({ project }: Context, _input: null) {
  const figures = roleFigures(project.db, project.settings());
  return project.cast.roles().flatMap((role) => {
    const known = figures.get(role.name);
    if (!known) return [];
    const { lines, characters, heard, overrides } = known;
    const time = speakingTime({ characters, heard, speed: role.parameters.speed ?? 1 });
    return [{ ...role, lines, characters, overrides, ...time }];
  });
}

/** The most lines with settings of their own that are listed. */
const MOST_OVERRIDES = 5_000;

/** Lines that set something for themselves, of those that a role speaks first. */
export function castOverrides({ project, places }: Context, role: string) {
  return overriddenLines(project.db, role, MOST_OVERRIDES).map(({ id, text, override }) => ({
    lineId: id,
    label: places.label(id),
    excerpt: excerptOf(text),
    override,
  }));
}

/** A line of a role, by its number among the role's lines in script order. */
export function castLineAt({ project, places }: Context, { role, at }: { readonly role: string; readonly at: number }) {
  const line = lineOfRole(project.db, role, at);
  return line && { lineId: line.id, label: places.label(line.id), text: line.text };
}
