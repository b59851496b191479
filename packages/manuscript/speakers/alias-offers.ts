// Names of a book that may be one person, where its rules alone could not tell which.

import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import type { BookSpeaker } from './attribute.ts';
import { TITLES } from './speech-words.ts';

/** A name that may be another one's. */
export interface AliasOffer {
  readonly name: string;
  readonly like: string;
}

const LIGHT_WORDS = wordSet('light-name-words');
const isLight = (word: string): boolean => TITLES.has(word) || LIGHT_WORDS.has(word);
/** An unsure offer helps only while all of them can be looked through. */
const MOST_OFFERS = 20;

interface SpeakerName extends BookSpeaker {
  readonly words: readonly string[];
  /** Without titles. */
  readonly core: readonly string[];
}

/**
 * Offers to take names for one person: `Miss Bennet` beside `Jane Bennet`. Those without a name (`old
 * woman`) are left alone.
 *
 * @param speakers the most frequent first
 */
export function aliasOffers(speakers: readonly BookSpeaker[]): AliasOffer[] {
  const named = speakers
    .filter(({ name }) => name !== name.toLowerCase())
    .map((speaker): SpeakerName => {
      const words = speaker.name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
      return { ...speaker, words, core: words.filter((word) => !isLight(word)) };
    });
  const withWord = Map.groupBy(
    named.flatMap((speaker) => [...new Set(speaker.core)].map((word) => ({ word, speaker }))),
    ({ word }) => word,
  );
  const offers: AliasOffer[] = [];
  for (const speaker of named) {
    // Those who share the rarest word, so that a book with very many names is not compared name by name.
    const sharing = speaker.core.map((word) => withWord.get(word) ?? []).toSorted((a, b) => a.length - b.length)[0];
    const like = sharing?.find(({ speaker: other }) => mayBe(speaker, other))?.speaker.name;
    if (like !== undefined) offers.push({ name: speaker.name, like });
    if (offers.length === MOST_OFFERS) break;
  }
  return offers;
}

/** Whether all that a name says is said by the other one, which says more. */
function mayBe(one: SpeakerName, other: SpeakerName): boolean {
  if (one.gender !== null && other.gender !== null && one.gender !== other.gender) return false;
  return other.core.length > one.core.length && one.core.length > 0 && isPartOf(one.core, other.core);
}

const isPartOf = (some: readonly string[], all: readonly string[]): boolean => some.every((word) => all.includes(word));
