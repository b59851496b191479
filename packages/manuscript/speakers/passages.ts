import { withoutTrailing } from '../../../shared/rules/characters.ts';
import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import { type NameWords, type Token, tokensOf } from './mentions.ts';
import type { Quotation } from './quotations.ts';
import { type SpeechTag, tagAfter, tagBefore } from './speech-tags.ts';

const CLOSING_CHARACTERS: ReadonlySet<string> = new Set('”’"\'»“«_* \t\n\r\u00a0');
const CLOSING_OR_BRACKET: ReadonlySet<string> = new Set([...CLOSING_CHARACTERS, ')']);
/** `the word “yes”` */
const QUOTATION_LABELS = wordSet('quotation-labels');
const MAX_QUOTED_WORDS = 3;

export interface Passage {
  readonly text: string;
  readonly quotations: readonly Quotation[];
  /** Text before, between and after the quotations. */
  readonly narration: readonly (readonly Token[])[];
  readonly quoted: readonly (readonly Token[])[];
}

export function passageOf(text: string, quotations: readonly Quotation[]): Passage {
  const starts = [0, ...quotations.map(({ end }) => end)];
  const narration = starts.map((start, at) => tokensOf(text, start, quotations[at]?.start));
  return { text, quotations, narration, quoted: quotations.map(({ start, end }) => tokensOf(text, start, end)) };
}

export const tagsOf = ({ text, quotations, narration }: Passage, names: NameWords): (SpeechTag | null)[] =>
  quotations.map(({ start, end }, index) => {
    const words = withoutTrailing(text.slice(start, end), CLOSING_OR_BRACKET);
    const lastMark = words.endsWith('..') ? '…' : (words.at(-1) ?? '');
    const behind = tagAfter(narration[index + 1] ?? [], lastMark, names);
    const before = tagBefore(narration[index] ?? [], names);
    // An action between two quotations belongs to the first quotation.
    const isOwn = before !== null && (index === 0 || before.kind === 'tag');
    return isOwn && before.confidence >= (behind?.confidence ?? 0) ? before : behind;
  });

/** Reads a tag at the end of a paragraph, for the quotation in the next paragraph: `Tom smiled, and replied,`. */
export function introductionOf({ narration }: Passage, names: NameWords): SpeechTag | null {
  const tokens = narration.at(-1) ?? [];
  if (tokens.at(-1)?.text === ',') return tagBefore(tokens, names);
  const colon = tokens.findLastIndex(({ text }) => text === ':');
  return colon >= Math.max(0, tokens.length - 3) ? tagBefore(tokens.slice(0, colon + 1), names) : null;
}

/** Returns false for quoted words within a sentence of narration. */
export function isSpoken(passage: Passage, index: number, tag: SpeechTag | null): boolean {
  const { text, quotations, narration, quoted } = passage;
  const quotation = quotations[index];
  if (quotation === undefined || quotation.continues) return true;
  const [last, next] = [narration[index]?.at(-1), narration[index + 1]?.[0]];
  if (last?.isWord && QUOTATION_LABELS.has(last.lower)) return false;
  if (tag?.kind === 'tag') return true;
  const isOpen = !/[.,!?…;:—–-]$/.test(withoutTrailing(text.slice(quotation.start, quotation.end), CLOSING_CHARACTERS));
  if (isOpen && (last?.isWord || (next?.isWord && !next.isCapital))) return false;
  const words = quoted[index]?.filter(({ isWord }) => isWord) ?? [];
  return !last?.isWord || words.length > MAX_QUOTED_WORDS;
}
