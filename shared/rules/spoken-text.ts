// What of a turn is to be heard.
import type { Turn } from '../model/script.ts';
import { bracketRanges, type TextRange } from './brackets.ts';
import { withoutInvisible } from './characters.ts';
import { carryingMarks, carryingNone, withoutMarks } from './marked-speech.ts';

/** A mark that hugs the word before it, so that no space may be left between them. */
const CLINGING_MARK = /^[,.;:!?…。、，！？]/u;

/** Anything that makes a sound: punctuation and white space alone do not. */
const SPEAKABLE = /[\p{L}\p{N}\p{S}]/u;

/** What shapes the words that are heard. A project's settings are such options. */
export interface SpokenOptions {
  readonly speakBrackets: boolean;
  /** Marks of emphasis and spelling are words unless it is set, as they are where brackets are spoken. */
  readonly actOnDirections?: boolean;
}

/**
 * What is to be spoken of a turn, before pronunciation rules. Balanced round brackets are left out, with the white
 * space that this leaves, only where the turn carries a role mark and brackets are silent; unbalanced ones are words.
 * Invisible characters go, and marks of emphasis and spelling where they act. Nothing else of the text changes.
 *
 * @returns the words, empty where nothing is left
 */
export function spokenText(turn: Turn, options: SpokenOptions): string {
  const words = writtenWords(turn, options);
  return actsOnMarks(options) ? withoutMarks(words) : words;
}

/** Whether marks of emphasis and spelling shape how words are spoken. */
export const actsOnMarks = ({ speakBrackets, actOnDirections = false }: SpokenOptions): boolean =>
  actOnDirections && !speakBrackets;

/** The same with its marks as `carryingMarks` has them. */
export function spokenTextWithMarks(turn: Turn, options: SpokenOptions): string {
  const words = writtenWords(turn, options);
  return actsOnMarks(options) ? carryingMarks(words) : carryingNone(words);
}

/** The same with its marks as they are written. */
export function writtenWords(turn: Turn, options: SpokenOptions): string {
  if (turn.role === null) return withoutInvisible(turn.text).trim();
  const text = options.speakBrackets ? turn.text : withoutRanges(turn.text, silentRanges(turn, options));
  return withoutInvisible(text.replaceAll('\\(', '(')).trim();
}

/** The brackets of a turn that are not spoken, in order. */
export function silentRanges(turn: Turn, options: { readonly speakBrackets: boolean }): TextRange[] {
  return turn.role === null || options.speakBrackets ? [] : bracketRanges(turn.text);
}

/** Whether a text has a word, a number or a symbol to speak. */
export function isSpeakable(text: string): boolean {
  return SPEAKABLE.test(text);
}

/** Leaves ranges out. White space beside one becomes a single space, or none before a mark that hugs its word. */
function withoutRanges(text: string, ranges: readonly TextRange[]): string {
  if (ranges.length === 0) return text;
  const kept: string[] = [];
  let isSpaced = false;
  let position = 0;
  for (const range of [...ranges, { start: text.length, end: text.length }]) {
    const part = text.slice(position, range.start);
    position = range.end;
    const words = part.trim();
    const startsSpaced = part.trimStart() !== part;
    if (words !== '') {
      const clings = !startsSpaced && CLINGING_MARK.test(words);
      kept.push(kept.length > 0 && (isSpaced || startsSpaced) && !clings ? ` ${words}` : words);
      isSpaced = false;
    }
    isSpaced ||= part.trimEnd() !== part;
  }
  return kept.join('');
}
