// A paragraph of prose: its quotations, the narration around them, and what that tells of who speaks.

import { withoutTrailing } from '../../../shared/rules/characters.ts';
import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import { type NameWords, type Token, tokensOf } from './mentions.ts';
import type { Quotation } from './quotations.ts';
import { type SpeechTag, tagBefore, tagBehind } from './speech-tags.ts';

/** What may stand behind the last sign of a sentence. */
const CLOSING_OF_QUOTATION: ReadonlySet<string> = new Set('”’"\'»“«_* \t\n\r\u00a0');
const CLOSING: ReadonlySet<string> = new Set([...CLOSING_OF_QUOTATION, ')']);

/** A paragraph, read. */
export interface Passage {
  readonly text: string;
  readonly quotations: readonly Quotation[];
  /** The narration before, between and behind the quotations. */
  readonly narration: readonly (readonly Token[])[];
  readonly quoted: readonly (readonly Token[])[];
}

export function passageOf(text: string, quotations: readonly Quotation[]): Passage {
  const narration: Token[][] = [];
  let position = 0;
  for (const { start, end } of quotations) {
    narration.push(tokensOf(text, position, start));
    position = end;
  }
  narration.push(tokensOf(text, position));
  return { text, quotations, narration, quoted: quotations.map(({ start, end }) => tokensOf(text, start, end)) };
}

/** What stands beside each quotation of a paragraph and tells who says it. */
export function tagsOf({ text, quotations, narration }: Passage, names: NameWords): (SpeechTag | null)[] {
  const tags: (SpeechTag | null)[] = [];
  for (const [place, { start, end }] of quotations.entries()) {
    const words = withoutTrailing(text.slice(start, end), CLOSING);
    const lastSign = words.endsWith('..') ? '…' : (words.at(-1) ?? '');
    const behind = tagBehind(narration[place + 1] ?? [], lastSign, names);
    const before = tagBefore(narration[place] ?? [], names);
    // What stands between two quotations and ends no sentence belongs to both.
    const isShared = place > 0 && before !== null && before.kind !== 'tag';
    const both = [before, behind].filter((tag) => tag !== null && !(isShared && tag === before));
    tags.push(both.toSorted((a, b) => (b?.confidence ?? 0) - (a?.confidence ?? 0))[0] ?? null);
  }
  return tags;
}

/** What leads over to a quotation in the next paragraph. */
export function introductionOf({ narration }: Passage, names: NameWords): SpeechTag | null {
  const tokens = narration.at(-1) ?? [];
  // `Tom smiled, and replied,`
  if (tokens.at(-1)?.text === ',') return tagBefore(tokens, names);
  return tokens.slice(-3).some(({ text }) => text === ':')
    ? tagBefore(tokens.slice(0, lastColon(tokens) + 1), names)
    : null;
}

const lastColon = (tokens: readonly Token[]): number => tokens.findLastIndex(({ text }) => text === ':');

/** What stands before quoted words that are only named. */
const LABELS = wordSet('quotation-labels');
const MOST_QUOTED_WORDS = 3;

/** Whether somebody says a quotation: quoted words inside a sentence of the narrator are not said. */
export function isSpoken(
  { text, quotations, narration, quoted }: Passage,
  place: number,
  tag: SpeechTag | null,
): boolean {
  const quotation = quotations[place];
  if (quotation === undefined || quotation.continues) return true;
  const before = narration[place] ?? [];
  const last = before.at(-1);
  if (last?.isWord && LABELS.has(last.lower)) return false;
  if (tag?.kind === 'tag') return true;
  const words = withoutTrailing(text.slice(quotation.start, quotation.end), CLOSING_OF_QUOTATION);
  const isOpen = !/[.,!?…;:—–-]$/.test(words);
  const next = narration[place + 1]?.[0];
  const isInside = last?.isWord === true || (next?.isWord === true && !next.isCapital && isOpen);
  if (last?.isWord && isOpen) return false;
  const count = (quoted[place] ?? []).filter(({ isWord }) => isWord).length;
  return !(isInside && count <= MOST_QUOTED_WORDS) && !(isOpen && next?.isWord && !next.isCapital);
}
