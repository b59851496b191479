import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import type { BookSpeaker } from './attribute.ts';
import { TITLES } from './speech-words.ts';

export interface AliasOffer {
  readonly name: string;
  readonly like: string;
}

const INSIGNIFICANT_WORDS = wordSet('light-name-words');
/** Maximum number of suggestions, because users wouldn't read a longer list. */
const MAX_OFFERS = 20;

/** Suggests merging names such as `Miss Bennet` and `Jane Bennet`, but not descriptions such as `old woman`. */
export function aliasOffers(speakers: readonly BookSpeaker[]): AliasOffer[] {
  const named = speakers
    .filter(({ name }) => name !== name.toLowerCase())
    .map(({ name, gender }) => {
      const words = name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
      return { name, gender, core: words.filter((word) => !TITLES.has(word) && !INSIGNIFICANT_WORDS.has(word)) };
    });
  const withWord = Map.groupBy(
    named.flatMap((speaker) => [...new Set(speaker.core)].map((word) => ({ word, speaker }))),
    ({ word }) => word,
  );
  const offers: AliasOffer[] = [];
  for (const { name, gender, core } of named) {
    // For speed, compares only names that have the same rarest word.
    const sharing = core.map((word) => withWord.get(word) ?? []).toSorted((a, b) => a.length - b.length)[0];
    const longer = sharing?.find(({ speaker: other }) => {
      const fits = gender === null || other.gender === null || gender === other.gender;
      return fits && other.core.length > core.length && core.every((word) => other.core.includes(word));
    });
    if (longer !== undefined) offers.push({ name, like: longer.speaker.name });
    if (offers.length === MAX_OFFERS) break;
  }
  return offers;
}
