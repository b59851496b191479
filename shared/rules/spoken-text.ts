import type { Turn } from '../model/script.ts';
import { bracketRanges, type TextRange } from './brackets.ts';
import { withoutInvisible } from './characters.ts';
import { encodeMarks, stripMarkCodes, withoutMarks } from './marked-speech.ts';

/** Punctuation that attaches to the previous word without a space. */
const ATTACHED_PUNCTUATION = /^[,.;:!?…。、，！？]/u;

const SPEAKABLE = /[\p{L}\p{N}\p{S}]/u;

export interface SpokenOptions {
  readonly speakBrackets: boolean;
  /** If unset, or if brackets are spoken, emphasis and spelling marks are literal text. */
  readonly actOnDirections?: boolean;
}

/** Returns a turn's spoken text, before pronunciation rules. Returns an empty string if there is nothing to speak. */
export function spokenText(turn: Turn, options: SpokenOptions): string {
  const words = writtenWords(turn, options);
  return appliesMarks(options) ? withoutMarks(words) : words;
}

export const appliesMarks = ({ speakBrackets, actOnDirections = false }: SpokenOptions): boolean =>
  actOnDirections && !speakBrackets;

export function spokenTextWithMarks(turn: Turn, options: SpokenOptions): string {
  const words = writtenWords(turn, options);
  return appliesMarks(options) ? encodeMarks(words) : stripMarkCodes(words);
}

export function writtenWords(turn: Turn, options: SpokenOptions): string {
  if (turn.role === null) return withoutInvisible(turn.text).trim();
  const text = options.speakBrackets ? turn.text : withoutRanges(turn.text, silentRanges(turn, options));
  return withoutInvisible(text.replaceAll('\\(', '(')).trim();
}

export function silentRanges(turn: Turn, options: { readonly speakBrackets: boolean }): TextRange[] {
  return turn.role === null || options.speakBrackets ? [] : bracketRanges(turn.text);
}

export function isSpeakable(text: string): boolean {
  return SPEAKABLE.test(text);
}

/** Removes ranges. The white space around each range becomes a single space, or nothing before attached punctuation. */
export function withoutRanges(text: string, ranges: readonly TextRange[]): string {
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
      const clings = !startsSpaced && ATTACHED_PUNCTUATION.test(words);
      kept.push(kept.length > 0 && (isSpaced || startsSpaced) && !clings ? ` ${words}` : words);
      isSpaced = false;
    }
    isSpaced ||= part.trimEnd() !== part;
  }
  return kept.join('');
}
