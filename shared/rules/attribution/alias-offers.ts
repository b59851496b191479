// Names of a book that may be one person, where its rules alone could not tell which.
import { alikeNames } from '../import-choices.ts';
import type { BookSpeaker } from './attribute.ts';
import { TITLES } from './speech-words.ts';

/** A name that may be another one's. */
export interface AliasOffer {
  readonly name: string;
  readonly like: string;
}

const isLight = (word: string): boolean => word in TITLES || /^(?:of|the|von|van|de|du|della|di)$/.test(word);

/**
 * Offers to take names for one person: `Miss Bennet` beside `Jane Bennet`, or two spellings.
 *
 * @param speakers the most frequent first
 */
export function aliasOffers(speakers: readonly BookSpeaker[]): AliasOffer[] {
  const offers: AliasOffer[] = [];
  const spelled = alikeNames(speakers.map(({ name }) => name));
  for (const speaker of speakers) {
    const other = speakers.find((candidate) => mayBe(speaker, candidate))?.name ?? spelled.get(speaker.name);
    if (other !== undefined && other !== speaker.name) offers.push({ name: speaker.name, like: other });
  }
  return offers;
}

/** Whether all that a name says is said by the other's, which says more. */
function mayBe(one: BookSpeaker, other: BookSpeaker): boolean {
  if (one === other || (one.gender !== null && other.gender !== null && one.gender !== other.gender)) return false;
  const heavy = heavyOf(one.words);
  // A title alone is as good as a name.
  const [needed, more] = heavy.length > 0 ? [heavy, heavyOf(other.words)] : [[...one.words], [...other.words]];
  return more.length > needed.length && needed.every((word) => other.words.has(word));
}

const heavyOf = (words: ReadonlySet<string>): string[] => [...words].filter((word) => !isLight(word));
