// Turn prefixes: how they put the turns of a line into one text, which can be used, and where one stands inside words.
import { NARRATOR, type Role } from '../model/cast.ts';
import type { Turn } from '../model/script.ts';
import type { RoleMarkOptions } from '../model/settings.ts';
import { countCharacters } from './characters.ts';
import { leadingPauses } from './pauses.ts';
import { roleMarkReader } from './role-marks.ts';
import { isSpeakable, spokenText } from './spoken-text.ts';

/** The role that speaks a turn. */
export function speakerOf(turn: Turn): string {
  return turn.role ?? NARRATOR;
}

/** What marks a role's turns in a dialog line, unless its cast entry says otherwise. */
export function defaultTurnPrefix(role: string): string {
  return `${role}:`;
}

/** What a turn adds to a dialog line besides its words: prefix, space and row break, in characters. */
export function turnOverhead(turn: Turn): number {
  return countCharacters(defaultTurnPrefix(speakerOf(turn))) + 2;
}

/**
 * The characters of a line as sent, with default prefixes where two roles speak, before pronunciation rules. Turns
 * with nothing to speak are not sent.
 */
export function sentCharacters(turns: readonly Turn[], options: { readonly speakBrackets: boolean }): number {
  return charactersOf(withTurns(NO_TURNS, turns, options));
}

/** What the size of a line as sent depends on. Characters each. */
export interface SentSize {
  readonly words: number;
  /** Turns that are sent. */
  readonly turns: number;
  readonly prefixes: number;
  readonly speakers: ReadonlySet<string>;
}

/** The size of a line without turns. */
export const NO_TURNS: SentSize = { words: 0, turns: 0, prefixes: 0, speakers: new Set() };

/** The size of a line with more turns, found from these alone. */
export function withTurns(
  size: SentSize,
  turns: readonly Turn[],
  options: { readonly speakBrackets: boolean },
): SentSize {
  let { words, turns: sent, prefixes } = size;
  const speakers = new Set(size.speakers);
  for (const turn of turns) {
    const text = spokenText(turn, options);
    if (!isSpeakable(text)) continue;
    sent++;
    words += countCharacters(text);
    prefixes += turnOverhead(turn) - 1;
    speakers.add(speakerOf(turn));
  }
  return { words, turns: sent, prefixes, speakers };
}

/** The same as `sentCharacters`, of a size. */
export function charactersOf({ words, turns, prefixes, speakers }: SentSize): number {
  return words + Math.max(0, turns - 1) + (speakers.size > 1 ? prefixes : 0);
}

/** Whether a line fits into a job. Most lines are far below the limit, which their length alone tells. */
export function fitsJob(
  turns: readonly Turn[],
  options: { readonly speakBrackets: boolean; readonly lineCharacters: number },
): boolean {
  let atMost = 0;
  for (const turn of turns) atMost += turn.text.length + (turn.role ?? NARRATOR).length + PREFIX_SIGNS;
  return atMost <= options.lineCharacters || sentCharacters(turns, options) <= options.lineCharacters;
}

/** The colon, the space and the row break of a turn's prefix, in characters. */
const PREFIX_SIGNS = 3;

/** The longest turn prefix, in characters. The interface names no bound; it is counted and sent with every turn. */
export const LONGEST_TURN_PREFIX = 60;

/** Why a text can't mark a role's turns. */
export type TurnPrefixProblem =
  | { readonly kind: 'empty' }
  | { readonly kind: 'row-break' }
  | { readonly kind: 'too-long'; readonly characters: number; readonly limit: number }
  /** Another role's turns are marked by the same, or by a part of it, or it is a part of what marks them. */
  | { readonly kind: 'collides'; readonly role: string; readonly prefix: string };

/** What marks a role's turns in a dialog line. */
export function turnPrefixOf(name: string, roles: ReadonlyMap<string, Role>): string {
  return roles.get(name)?.turnPrefix ?? defaultTurnPrefix(name);
}

/**
 * Why a role's turns can't be marked by this; null where they can.
 *
 * @param prefix null: the role's name and a colon
 * @param roles the cast by name
 */
export function turnPrefixProblem(
  role: string,
  prefix: string | null,
  roles: ReadonlyMap<string, Role>,
): TurnPrefixProblem | null {
  const wanted = prefix ?? defaultTurnPrefix(role);
  if (wanted.trim() === '') return { kind: 'empty' };
  if (/[\r\n\u2028\u2029]/.test(wanted)) return { kind: 'row-break' };
  const characters = countCharacters(wanted);
  if (prefix !== null && characters > LONGEST_TURN_PREFIX) {
    return { kind: 'too-long', characters, limit: LONGEST_TURN_PREFIX };
  }
  for (const other of roles.keys()) {
    if (other === role) continue;
    const theirs = turnPrefixOf(other, roles);
    // One name may end with another: only a prefix that was chosen is refused for being a part.
    const isPart = theirs === wanted || (prefix !== null && (theirs.includes(wanted) || wanted.includes(theirs)));
    if (isPart) return { kind: 'collides', role: other, prefix: theirs };
  }
  return null;
}

/** Where a prefix stands in a text, in UTF-16 code units. */
export interface PrefixPlace {
  readonly from: number;
  readonly to: number;
}

/** Where a prefix stands among the words of a paragraph, the marks at the start of its rows left out. */
export function prefixPlaces(source: string, prefix: string, options: RoleMarkOptions): PrefixPlace[] {
  if (prefix === '' || !source.includes(prefix)) return [];
  const readMark = roleMarkReader(options);
  const places: PrefixPlace[] = [];
  for (const row of source.matchAll(/[^\r\n]+/g)) {
    const [text] = row;
    const indent = text.length - text.trimStart().length;
    const pauses = leadingPauses(text.slice(indent)).length;
    const words = text.slice(indent + pauses);
    let at = text.indexOf(prefix, indent + pauses + (readMark(words)?.end ?? 0));
    while (at >= 0) {
      places.push({ from: row.index + at, to: row.index + at + prefix.length });
      at = text.indexOf(prefix, at + prefix.length);
    }
  }
  return places;
}
