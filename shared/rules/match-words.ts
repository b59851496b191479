import { bracketRanges, type TextRange } from './brackets.ts';
import { pauseMarks } from './pauses.ts';
import { type SpokenWord, spokenWords } from './spoken-words.ts';
import { commonWords } from './word-changes.ts';

/** Indexes of words, of which `to` is exclusive. */
export interface WordIndexes {
  readonly from: number;
  readonly to: number;
}

/** A word of the script as the window shows it. */
export interface ShownWord extends SpokenWord {
  /** Whether it is part of a direction or a pause, which usually isn't spoken. */
  readonly mayBeSilent: boolean;
}

/** @param silent ranges of the text that are never spoken */
export function shownWords(text: string, silent: readonly TextRange[] = []): ShownWord[] {
  const ranges = [...bracketRanges(text), ...pauseMarks(text), ...silent];
  return spokenWords(text).map((word) => ({
    ...word,
    mayBeSilent: ranges.some(({ start, end }) => start < word.to && word.from < end),
  }));
}

/** If there are more word pairs than this, only the common start and end are compared. */
const MAX_PAIRS = 1_000_000;

/**
 * Finds the words sent to the service for each word shown in the script. Pronunciation rules and narrated headings can
 * replace one word with several, or several with one; the shown words of such a passage share the sent words evenly.
 * Returns null for words that weren't sent, such as directions. The ranges never go backwards.
 */
export function matchWords(
  sent: readonly Pick<SpokenWord, 'text'>[],
  shown: readonly Pick<ShownWord, 'text' | 'mayBeSilent'>[],
): (WordIndexes | null)[] {
  const matches = shown.map((): WordIndexes | null => null);
  let [sentFrom, shownFrom] = [0, 0];
  const matchGap = (sentTo: number, shownTo: number) => {
    const all = shown.slice(shownFrom, shownTo).map((word, at) => ({ ...word, index: shownFrom + at }));
    const spoken = all.filter(({ mayBeSilent }) => !mayBeSilent);
    const takers = spoken.length > 0 ? spoken : all;
    const count = sentTo - sentFrom;
    for (const [at, { index }] of takers.entries()) {
      const from = Math.floor((at * count) / takers.length);
      const to = Math.max(from + 1, Math.floor(((at + 1) * count) / takers.length));
      if (count > 0) matches[index] = { from: sentFrom + from, to: sentFrom + to };
    }
  };
  for (const [sentAt, shownAt] of commonWords(sent.map(lettersOf), shown.map(lettersOf), MAX_PAIRS)) {
    matchGap(sentAt, shownAt);
    matches[shownAt] = { from: sentAt, to: sentAt + 1 };
    [sentFrom, shownFrom] = [sentAt + 1, shownAt + 1];
  }
  matchGap(sent.length, shown.length);
  return matches;
}

/** Returns the shown words that correspond to a range of sent words, or null if there are none. */
export function shownRange(matches: readonly (WordIndexes | null)[], { from, to }: WordIndexes): WordIndexes | null {
  const touches = (match: WordIndexes | null): boolean => match !== null && match.from < to && from < match.to;
  const first = matches.findIndex(touches);
  return first < 0 ? null : { from: first, to: matches.findLastIndex(touches) + 1 };
}

/**
 * Returns the index of the shown word that follows extra speech before a sent word; at the end, the number of shown
 * words.
 */
export function shownPlace(matches: readonly (WordIndexes | null)[], sentAt: number): number {
  const next = matches.findIndex((match) => match !== null && match.to > sentAt);
  return next < 0 ? matches.length : next;
}

/** Ignores case, punctuation, emphasis marks and the type of apostrophe. */
const lettersOf = ({ text }: { readonly text: string }): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');
