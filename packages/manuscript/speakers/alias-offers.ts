import type { NameEvidence } from '../../../shared/model/speaker-choices.ts';
import { samePersonEvidence } from '../../../shared/rules/cast/same-person.ts';
import { wordPairs, wordSet } from '../../../shared/rules/words/word-lists.ts';
import type { BookSpeaker } from './attribute.ts';
import { TITLES } from './speech-words.ts';

export interface AliasOffer {
  readonly name: string;
  readonly like: string;
  readonly evidence: NameEvidence;
}

type Named = Pick<BookSpeaker, 'name' | 'gender'>;

const INSIGNIFICANT_WORDS = wordSet('light-name-words');
const FULL_NAMES = Map.groupBy(wordPairs('short-names'), ([short]) => short);
/** Maximum number of suggestions, because users wouldn't read a longer list. */
const MAX_OFFERS = 20;
/** For speed, compares each name with at most this many others that share a word or an initial. */
const MAX_COMPARED = 30;

/**
 * Suggests merging names such as `Miss Bennet` and `Jane Bennet`, or `Kitty` and `Catherine`, but not descriptions such
 * as `old woman`.
 */
export function aliasOffers(speakers: readonly BookSpeaker[]): AliasOffer[] {
  const named = speakers
    .filter(({ name }) => name !== name.toLowerCase())
    .map(({ name, gender }, at) => {
      const words = name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
      const core = words.filter((word) => !TITLES.has(word) && !INSIGNIFICANT_WORDS.has(word));
      const keys = new Set(core.flatMap((word) => [word, ...(FULL_NAMES.get(word) ?? []).map(([, full]) => full)]));
      return { name, gender, at, core, keys };
    });
  const withWord = Map.groupBy(
    named.flatMap((speaker) => [...speaker.keys].map((word) => ({ word, speaker }))),
    ({ word }) => word,
  );
  const offers: AliasOffer[] = [];
  const withInitial = new Map<string, readonly Named[]>();
  for (const [at, speaker] of named.entries()) {
    // Words that few names share come first.
    const sharing = [...speaker.keys]
      .map((word) => withWord.get(word) ?? [])
      .toSorted((a, b) => a.length - b.length)
      .slice(0, 2)
      .flatMap((group) => group.slice(0, MAX_COMPARED).map(({ speaker: other }) => other));
    const longer = sharing.filter((other) => other !== speaker && other.core.length > speaker.core.length);
    const initial = `${speaker.core.length} ${speaker.core.join('').charAt(0)}`;
    const others = withInitial.get(initial) ?? [];
    if (others.length < MAX_COMPARED) withInitial.set(initial, [...others, speaker]);
    const offer =
      offerOf(speaker, longer) ??
      offerOf(
        speaker,
        sharing.filter((other) => other.at < at && other.core.length === speaker.core.length),
      ) ??
      offerOf(speaker, others, 'spelling');
    if (offer !== null) offers.push(offer);
    if (offers.length === MAX_OFFERS) break;
  }
  return offers;
}

function offerOf(speaker: Named, others: readonly Named[], only?: NameEvidence): AliasOffer | null {
  const fitting = others.flatMap((other) => {
    const evidence = samePersonEvidence(speaker, other);
    const isWanted = evidence !== null && (only === undefined || evidence === only);
    return isWanted ? [{ name: speaker.name, like: other.name, evidence }] : [];
  });
  const [first = null] = fitting;
  // `Mrs. Bennet` may be any of several; `Miss Bennet` is probably the one who is named most.
  const isShared = first?.evidence === 'surname' && fitting.length > 1 && !MISS.test(speaker.name);
  return isShared ? null : first;
}

const MISS = /^Miss\b/i;
