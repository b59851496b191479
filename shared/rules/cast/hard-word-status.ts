import type { PronunciationRule } from '../../model/cast.ts';
import type { HardWord } from '../../model/hard-words.ts';

/** `corrected` if a rule replaces the word, `fine` if the producer marked it. */
export type HardWordStatus = 'open' | 'fine' | 'corrected';

/** Returns a function that looks up a word's status. */
export function hardWordStatus(
  rules: readonly PronunciationRule[],
  fineWords: readonly string[],
): (word: Pick<HardWord, 'word'>) => HardWordStatus {
  const exact = new Set(rules.map(({ from }) => from));
  const anyCase = new Set(rules.flatMap(({ from, matchCase }) => (matchCase ? [] : [from.toLowerCase()])));
  const fine = new Set(fineWords);
  return ({ word }) => {
    if (exact.has(word) || anyCase.has(word.toLowerCase())) return 'corrected';
    return fine.has(word) ? 'fine' : 'open';
  };
}
