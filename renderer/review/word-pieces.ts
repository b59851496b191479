// Divides the text of a line, with its changes since a take, into the words of the take.

import { type ShownWord, shownWords } from '../../shared/rules/match-words.ts';
import type { WordSegment } from '../../shared/rules/word-changes.ts';

export interface MarkedTurn {
  readonly role: string;
  readonly stretches: readonly WordSegment[];
}

/** A word, part of a word, or the space between two words. */
export interface LinePiece {
  readonly kind: WordSegment['kind'];
  readonly text: string;
  /** Index of the word that the piece belongs to. Null for spaces, and for text added since the take. */
  readonly word: number | null;
}

export interface TurnInPieces {
  readonly role: string;
  readonly pieces: readonly LinePiece[];
}

/** Words are counted across all turns. They include words that only the take has, but not words added since. */
export function wordPieces(turns: readonly MarkedTurn[]): {
  readonly words: readonly ShownWord[];
  readonly turns: readonly TurnInPieces[];
} {
  const isTaken = ({ kind }: WordSegment) => kind !== 'added';
  const taken = turns.map(({ stretches }) => stretches.flatMap((one) => (isTaken(one) ? one.text : [])).join(''));
  const words = shownWords(taken.join('\n'));
  let at = 0;
  let next = 0;
  const cut = (stretch: WordSegment): LinePiece[] => {
    if (!isTaken(stretch)) return [{ ...stretch, word: null }];
    const pieces: LinePiece[] = [];
    const [start, end] = [at, at + stretch.text.length];
    const add = (to: number, word: number | null) => {
      if (to > at) pieces.push({ kind: stretch.kind, text: stretch.text.slice(at - start, to - start), word });
      at = Math.max(at, to);
    };
    for (let word = words[next]; word !== undefined && word.from < end; word = words[next]) {
      add(word.from, null);
      add(Math.min(word.to, end), next);
      if (word.to > end) break;
      next += 1;
    }
    add(end, null);
    return pieces;
  };
  const found = turns.map(({ role, stretches }) => {
    const pieces = stretches.flatMap(cut);
    // The line break between two turns.
    at += 1;
    return { role, pieces };
  });
  return { words, turns: found };
}
