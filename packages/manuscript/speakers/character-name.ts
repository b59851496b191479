import { genderOfName } from '../../../shared/rules/cast/role-traits.ts';
import type { Mention } from './mentions.ts';
import { GIVEN_TITLES, NOUNS, TITLES, type WordGender } from './speech-words.ts';

export class Person {
  /** The most frequent spelling in the text. */
  name = '';
  gender: WordGender | null = null;
  /** All words in the person's names, in lower case. */
  readonly words = new Set<string>();
  readonly forms = new Set<string>();
  count = 0;
  /** Number of speech tags. */
  speaking = 0;
  /** False if the text has only descriptions: `the old man`. */
  isNamed = false;
}

export function countsOf(people: Iterable<Person>): Map<Person, number> {
  const counts = new Map<Person, number>();
  for (const person of people) counts.set(person, (counts.get(person) ?? 0) + 1);
  return counts;
}

export const keyOf = (words: readonly string[]): string => words.join(' ');

export class CharacterName {
  readonly key: string;
  readonly words: readonly string[];
  readonly title: string | null;
  readonly core: readonly string[];
  readonly isName: boolean;
  /** Weighted counts by spelling. Occurrences in speech tags count more. */
  readonly forms = new Map<string, number>();
  /** Pronoun votes for each gender. */
  readonly votes: Record<WordGender, number> = { female: 0, male: 0, neuter: 0 };
  count = 0;
  /** Number of mentions in narration. */
  told = 0;
  speaking = 0;
  gender: WordGender | null = null;

  constructor({ words, kind }: Pick<Mention, 'words' | 'kind'>) {
    const [first = ''] = words;
    const isTitled = TITLES.has(first) && words[1] !== 'of';
    this.key = keyOf(words);
    this.words = words;
    this.title = isTitled ? first : null;
    this.core = isTitled ? words.slice(1) : words;
    this.isName = kind === 'name';
  }
}

/** Minimum number of pronoun votes. */
const GIVEN_NAME_VOTES = 9;
const MIN_VOTES = 3;
/** Minimum share of votes for a gender. With many votes, a smaller share suffices. */
const MIN_MAJORITY = 0.64;
const MANY_VOTES = { votes: 60, majority: 0.56 } as const;

export function genderOf({ words, title, core, votes }: CharacterName): WordGender | null {
  for (const word of words) {
    const gender = NOUNS.get(word) ?? TITLES.get(word);
    if (gender) return gender;
  }
  // After other titles, the first word is a surname, which may also be a given name.
  const given = title === null || GIVEN_TITLES.has(title) ? genderOfName(core[0] ?? '') : null;
  const counts = { ...votes };
  if (given !== null) {
    counts.neuter = 0;
    counts[given] += GIVEN_NAME_VOTES;
  }
  const all = counts.female + counts.male + counts.neuter;
  const least = Math.max(MIN_VOTES, all * (all < MANY_VOTES.votes ? MIN_MAJORITY : MANY_VOTES.majority));
  return (['female', 'male', 'neuter'] as const).find((gender) => counts[gender] >= least) ?? null;
}
