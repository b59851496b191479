// Finds names of a book that are probably the same person, though its rules could not decide it.

import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import type { BookSpeaker } from './attribute.ts';
import { TITLES } from './speech-words.ts';

/** A name, and a longer one that is probably the same person. */
export interface AliasOffer {
  readonly name: string;
  readonly like: string;
}

const LIGHT_WORDS = wordSet('light-name-words');
/** More offers than that would not be read. */
const MOST_OFFERS = 20;

/**
 * Offers to join names such as `Miss Bennet` and `Jane Bennet`. People without a name (`old woman`) are left alone.
 *
 * @param speakers most frequent first
 */
export function aliasOffers(speakers: readonly BookSpeaker[]): AliasOffer[] {
  const named = speakers
    .filter(({ name }) => name !== name.toLowerCase())
    .map(({ name, gender }) => {
      const words = name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
      return { name, gender, core: words.filter((word) => !TITLES.has(word) && !LIGHT_WORDS.has(word)) };
    });
  const withWord = Map.groupBy(
    named.flatMap((speaker) => [...new Set(speaker.core)].map((word) => ({ word, speaker }))),
    ({ word }) => word,
  );
  const offers: AliasOffer[] = [];
  for (const { name, gender, core } of named) {
    // Only names with the rarest word are compared, so that books with very many names don't take long.
    const sharing = core.map((word) => withWord.get(word) ?? []).toSorted((a, b) => a.length - b.length)[0];
    const longer = sharing?.find(({ speaker: other }) => {
      const fits = gender === null || other.gender === null || gender === other.gender;
      return fits && other.core.length > core.length && core.every((word) => other.core.includes(word));
    });
    if (longer !== undefined) offers.push({ name, like: longer.speaker.name });
    if (offers.length === MOST_OFFERS) break;
  }
  return offers;
}
