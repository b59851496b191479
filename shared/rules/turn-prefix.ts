import { NARRATOR, type Role } from '../model/cast.ts';
import type { Turn } from '../model/script.ts';
import type { RoleMarkOptions } from '../model/settings.ts';
import { countCharacters } from './characters.ts';
import { leadingPauses } from './pauses.ts';
import { roleMarkReader } from './role-marks.ts';
import { isSpeakable, spokenText } from './spoken-text.ts';

export function speakerOf(turn: Turn): string {
  return turn.role ?? NARRATOR;
}

export function defaultTurnPrefix(role: string): string {
  return `${role}:`;
}

/** Characters that a turn adds to a dialog line besides its words: prefix, space and line break. */
export function turnOverhead(turn: Turn): number {
  return countCharacters(defaultTurnPrefix(speakerOf(turn))) + 2;
}

/** Counts a line's characters as sent, before pronunciation rules. Excludes turns with nothing to speak. */
export function sentCharacters(turns: readonly Turn[], options: { readonly speakBrackets: boolean }): number {
  return charactersOf(addTurns(NO_TURNS, turns, options));
}

export interface SentSize {
  readonly words: number;
  readonly turns: number;
  readonly prefixes: number;
  readonly speakers: ReadonlySet<string>;
}

export const NO_TURNS: SentSize = { words: 0, turns: 0, prefixes: 0, speakers: new Set() };

export function addTurns(
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

export function charactersOf({ words, turns, prefixes, speakers }: SentSize): number {
  return words + Math.max(0, turns - 1) + (speakers.size > 1 ? prefixes : 0);
}

/** Returns whether a line fits into a job. For most lines, a cheap upper bound is enough to decide. */
export function fitsInJob(
  turns: readonly Turn[],
  options: { readonly speakBrackets: boolean; readonly lineCharacters: number },
): boolean {
  let atMost = 0;
  for (const turn of turns) atMost += turn.text.length + (turn.role ?? NARRATOR).length + PREFIX_OVERHEAD;
  return atMost <= options.lineCharacters || sentCharacters(turns, options) <= options.lineCharacters;
}

const PREFIX_OVERHEAD = 3;

/** In characters. The interface doesn't state a limit, but the prefix is sent and charged with every turn. */
export const MAX_TURN_PREFIX_LENGTH = 60;

export type TurnPrefixProblem =
  | { readonly kind: 'empty' }
  | { readonly kind: 'row-break' }
  | { readonly kind: 'too-long'; readonly characters: number; readonly limit: number }
  /** The prefix equals another role's prefix, contains it, or is contained in it. */
  | { readonly kind: 'collides'; readonly role: string; readonly prefix: string };

export function turnPrefixOf(name: string, roles: ReadonlyMap<string, Role>): string {
  return roles.get(name)?.turnPrefix ?? defaultTurnPrefix(name);
}

/**
 * Returns why a role can't have this turn prefix, or null if the prefix is allowed. A null prefix stands for the
 * default.
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
  if (prefix !== null && characters > MAX_TURN_PREFIX_LENGTH) {
    return { kind: 'too-long', characters, limit: MAX_TURN_PREFIX_LENGTH };
  }
  for (const other of roles.keys()) {
    if (other === role) continue;
    const theirs = turnPrefixOf(other, roles);
    // One name may end with another name, so default prefixes only have to differ.
    const isPart = theirs === wanted || (prefix !== null && (theirs.includes(wanted) || wanted.includes(theirs)));
    if (isPart) return { kind: 'collides', role: other, prefix: theirs };
  }
  return null;
}

export interface PrefixPlace {
  readonly from: number;
  readonly to: number;
}

/** Finds a prefix in a paragraph's words, ignoring role marks at the start of lines. */
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
