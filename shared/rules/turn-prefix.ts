// How the turns of a line are put into one text.
import { NARRATOR } from '../model/cast.ts';
import type { Turn } from '../model/script.ts';
import { countCharacters } from './characters.ts';
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
