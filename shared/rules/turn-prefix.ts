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
  let words = 0;
  let sent = 0;
  let prefixes = 0;
  const speakers = new Set<string>();
  for (const turn of turns) {
    const text = spokenText(turn, options);
    if (!isSpeakable(text)) continue;
    sent++;
    words += countCharacters(text);
    prefixes += turnOverhead(turn) - 1;
    speakers.add(speakerOf(turn));
  }
  return words + Math.max(0, sent - 1) + (speakers.size > 1 ? prefixes : 0);
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
