// A name that a text calls somebody by, and what it tells of the person.
import { genderOfName } from '../../../shared/rules/role-traits.ts';
import type { Mention } from './mentions.ts';
import { GIVEN_TITLES, NOUNS, TITLES, type WordGender } from './speech-words.ts';

type Votes = Record<WordGender, number>;

/** Names that are written alike. */
export interface CharacterName {
  readonly key: string;
  readonly words: readonly string[];
  readonly title: string | null;
  /** Without title. */
  readonly core: readonly string[];
  /** As it is written, with how much each counts. */
  readonly forms: Map<string, number>;
  readonly votes: Votes;
  /** Whether its words have capitals. */
  readonly isName: boolean;
  count: number;
  /** Of that, outside of what is said. */
  told: number;
  /** How often it says something. */
  speaking: number;
  gender: WordGender | null;
  person: Person;
}

/** Somebody who may speak. */
export interface Person {
  readonly id: number;
  /** As the text calls them most. */
  name: string;
  gender: WordGender | null;
  /** Words of all the names: titles, nouns. */
  readonly words: Set<string>;
  /** All that the text calls them. */
  readonly forms: Set<string>;
  count: number;
  speaking: number;
  /** Whether it has a name, and is not just described. */
  isNamed: boolean;
}

/** Of a name that is not known to be someone's yet. */
export const NO_PERSON: Person = {
  ...{
    id: -1,
    name: '',
    gender: null,
    words: new Set<string>(),
    forms: new Set<string>(),
    count: 0,
    speaking: 0,
    isNamed: false,
  },
};

export const keyOf = (words: readonly string[]): string => words.join(' ');

export function makeName(key: string, { words, kind }: Mention): CharacterName {
  const first = words[0] ?? '';
  const isTitled = TITLES.has(first) && !(words[1] === 'of');
  const title = isTitled ? first : null;
  const core = isTitled ? words.slice(1) : words;
  const isName = kind === 'name';
  const votes = { female: 0, male: 0, neuter: 0 };
  return {
    key,
    words,
    title,
    core,
    forms: new Map(),
    votes,
    isName,
    count: 0,
    told: 0,
    speaking: 0,
    gender: null,
    person: NO_PERSON,
  };
}

/** How many pronouns the gender of a given name outweighs. */
const GIVEN_NAME = 9;
/** So much has to be told by pronouns, and this part of it has to agree. */
const LEAST_TOLD = 3;
const MAJORITY = 0.64;
/** Enough where pronouns told so much. */
const OFTEN_TOLD = 60;
const SMALL_MAJORITY = 0.56;

/** By a title or a noun; else by the pronouns that followed, with what a given name tells. */
export function genderOf({ words, title, core, votes }: CharacterName): WordGender | null {
  if (title !== null && TITLES.get(title)) return TITLES.get(title) ?? null;
  for (const word of words) {
    const gender = NOUNS.get(word) ?? TITLES.get(word);
    if (gender) return gender;
  }
  const { female, male, neuter } = votes;
  // A surname may be a given name too: what comes first counts.
  const given = title === null || GIVEN_TITLES.has(title) ? genderOfName(core[0] ?? '') : null;
  const counts: Votes = { female, male, neuter: given === null ? neuter : 0 };
  if (given !== null) counts[given] += GIVEN_NAME;
  const all = counts.female + counts.male + counts.neuter;
  const best = (['female', 'male', 'neuter'] as const).toSorted((a, b) => counts[b] - counts[a])[0] ?? 'neuter';
  return counts[best] < LEAST_TOLD || counts[best] < all * (all < OFTEN_TOLD ? MAJORITY : SMALL_MAJORITY) ? null : best;
}
