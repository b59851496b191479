// The names in a text, and the people they belong to.
import { genderOfName } from '../../../shared/rules/role-traits.ts';
import type { Mention } from './mentions.ts';
import { GIVEN_TITLES, NOUNS, TITLES, type WordGender } from './speech-words.ts';

/** A person of a book. */
export class Person {
  /** The form of the name that the text uses most. */
  name = '';
  gender: WordGender | null = null;
  /** The words of all names, including titles and nouns, in lower case. */
  readonly words = new Set<string>();
  /** The names as the text writes them. */
  readonly forms = new Set<string>();
  /** Number of mentions. */
  count = 0;
  /** Number of speech tags. */
  speaking = 0;
  /** False if the text only describes the person: `the old man`. */
  isNamed = false;
}

/** Returns how often each person is in a list. */
export function countsOf(persons: Iterable<Person>): Map<Person, number> {
  const counts = new Map<Person, number>();
  for (const person of persons) counts.set(person, (counts.get(person) ?? 0) + 1);
  return counts;
}

export const keyOf = (words: readonly string[]): string => words.join(' ');

/** All mentions of a book that have the same words. */
export class CharacterName {
  readonly key: string;
  readonly words: readonly string[];
  readonly title: string | null;
  /** The words without the title. */
  readonly core: readonly string[];
  /** False for a description. */
  readonly isName: boolean;
  /** How often the text writes the name in each way; speech tags count more. */
  readonly forms = new Map<string, number>();
  /** The weights of the pronouns that refer to the name. */
  readonly votes: Record<WordGender, number> = { female: 0, male: 0, neuter: 0 };
  count = 0;
  /** Number of mentions in narration. */
  told = 0;
  /** Number of speech tags. */
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

/** The number of pronouns that a given name outweighs. */
const GIVEN_NAME_VOTES = 9;
const LEAST_VOTES = 3;
/** The share of the votes that a gender needs; less is enough if there are many. */
const MAJORITY = 0.64;
const MANY = { votes: 60, majority: 0.56 } as const;

/** Returns the gender of a title or noun in a name; otherwise the one of most pronouns, if the given name agrees. */
export function genderOf({ words, title, core, votes }: CharacterName): WordGender | null {
  for (const word of words) {
    const gender = NOUNS.get(word) ?? TITLES.get(word);
    if (gender) return gender;
  }
  // Behind other titles the first word is a surname, which may also be a given name.
  const given = title === null || GIVEN_TITLES.has(title) ? genderOfName(core[0] ?? '') : null;
  const counts = { ...votes };
  if (given !== null) {
    counts.neuter = 0;
    counts[given] += GIVEN_NAME_VOTES;
  }
  const all = counts.female + counts.male + counts.neuter;
  const least = Math.max(LEAST_VOTES, all * (all < MANY.votes ? MAJORITY : MANY.majority));
  return (['female', 'male', 'neuter'] as const).find((gender) => counts[gender] >= least) ?? null;
}
