// Turn prefixes: whether one can be used, and where one stands inside words that are spoken.
import type { Role } from '../model/cast.ts';
import { countCharacters } from './characters.ts';
import { leadingPauses } from './pauses.ts';
import { roleMarkReader } from './role-marks.ts';
import type { RoleMarkOptions } from './script-options.ts';
import { defaultTurnPrefix } from './turn-prefix.ts';

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

/** A stretch of a text, in UTF-16 code units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Where a prefix stands among the words of a paragraph, the marks at the start of its rows left out. */
export function prefixPlaces(source: string, prefix: string, options: RoleMarkOptions): TextRange[] {
  if (prefix === '' || !source.includes(prefix)) return [];
  const readMark = roleMarkReader(options);
  const places: TextRange[] = [];
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
