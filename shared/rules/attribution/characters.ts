// The people of a book: which names are one person, and whether it is a woman or a man.
import { genderOfName } from '../role-traits.ts';
import type { Mention } from './mentions.ts';
import { GIVEN_TITLES, NOUNS, SHORT_NAMES, TITLES, type WordGender } from './speech-words.ts';

type Votes = Record<WordGender, number>;

/** Names that are written alike. */
interface CharacterName {
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

/** Who tells the tale in the first person. */
export const NARRATING: Person = {
  ...{
    id: -2,
    name: '',
    gender: null,
    words: new Set<string>(),
    forms: new Set<string>(),
    count: 0,
    speaking: 1,
    isNamed: true,
  },
};

/** How much more the name counts under which somebody speaks than others. */
const SPEAKER_WEIGHT = 5;
/** A name that is no one's by its words is a place or a thing where it says something this seldom. */
const SELDOM = 40;
/** How many pronouns the gender of a given name outweighs. */
const GIVEN_NAME = 9;
/** So much has to be told by pronouns, and this part of it has to agree. */
const LEAST_TOLD = 3;
const MAJORITY = 0.64;
/** Enough where pronouns told so much. */
const OFTEN_TOLD = 60;
const SMALL_MAJORITY = 0.56;

const keyOf = (words: readonly string[]): string => words.join(' ');

/** Collects names, then tells who is who. */
export class Characters {
  readonly #names = new Map<string, CharacterName>();
  readonly #together = new Map<string, number>();
  readonly #persons: Person[] = [];
  /** By the words of names that have several, who bears them. */
  readonly #bearers = new Map<string, Set<Person>>();

  /** @param place in the tale, in what is said, or beside a verb of speech that says that they speak */
  add(mention: Mention, place: 'told' | 'said' | 'speaking'): void {
    const isSpeaking = place === 'speaking';
    if (mention.kind !== 'name' && !(mention.kind === 'description' && isSpeaking)) return;
    const key = keyOf(mention.words);
    const name = this.#names.get(key) ?? makeName(key, mention);
    name.count += 1;
    if (place === 'told') name.told += 1;
    if (isSpeaking) name.speaking += 1;
    name.forms.set(mention.form, (name.forms.get(mention.form) ?? 0) + (isSpeaking ? SPEAKER_WEIGHT : 1));
    this.#names.set(key, name);
  }

  /** Counts that two names stand in one sentence, or speak one after the other: they are hardly one person. */
  addTogether(one: Pick<Mention, 'words'>, other: Pick<Mention, 'words'>): void {
    const [first, second] = [keyOf(one.words), keyOf(other.words)].sort();
    const pair = `${first}|${second}`;
    this.#together.set(pair, (this.#together.get(pair) ?? 0) + 1);
  }

  /** Counts that a pronoun meant a name. @param weight how much it tells */
  vote({ words }: Pick<Mention, 'words'>, gender: WordGender, weight: number): void {
    const name = this.#names.get(keyOf(words));
    if (name) name.votes[gender] += weight;
  }

  /** Decides which names are one person, and their genders. */
  settle(): void {
    const names = [...this.#names.values()].toSorted((a, b) => b.count - a.count);
    for (const name of names) name.gender = genderOf(name);
    const clusters = new Clusters(names, this.#together);
    clusters.join();
    const best = new Map<Person, number>();
    for (const name of names) {
      const person = clusters.personOf(name);
      name.person = person;
      if (person.id === -1) {
        Object.assign(person, { id: this.#persons.length });
        this.#persons.push(person);
      }
      person.count += name.count;
      person.speaking += name.speaking;
      person.isNamed ||= name.isName;
      for (const word of name.words) {
        person.words.add(word);
        if (!name.isName || name.words.length === 1) continue;
        this.#bearers.set(word, (this.#bearers.get(word) ?? new Set()).add(person));
      }
      for (const [form, count] of name.forms) {
        person.forms.add(form);
        // What the tale calls a speaker comes first; a title alone, last.
        const weight = count + (name.core.length === 0 ? 0 : 0.5);
        if (weight <= (best.get(person) ?? 0)) continue;
        best.set(person, weight);
        person.name = form;
      }
    }
    for (const person of this.#persons) {
      if (person.gender === null && person.speaking * SELDOM < person.count) person.speaking = 0;
    }
  }

  /** Who is meant by a name or a description; null where it was not collected. */
  personOf(mention: Pick<Mention, 'words'>): Person | null {
    return this.#names.get(keyOf(mention.words))?.person ?? null;
  }

  /** Those who say something, the most frequent first. */
  speakers(): Person[] {
    return this.#persons.filter(({ speaking }) => speaking > 0).toSorted((a, b) => b.speaking - a.speaking);
  }

  /** Who bears the name of somebody with a title: `his wife` is `Mrs. Bennet`. */
  related(person: Person, title: string): Person | null {
    for (const word of person.words) {
      const found = this.personOf({ words: [title, word] });
      if (found && found !== person) return found;
    }
    return null;
  }

  /** Whether somebody else bears a word in a longer name: `prince`, where there is a `Prince Vasíli`. */
  isBorne(word: string, than: Person | null): boolean {
    return [...(this.#bearers.get(word) ?? [])].some((person) => person !== than);
  }

  /** Whether words are a bare title: `the prince`. */
  isOffice({ words }: Pick<Mention, 'words'>): boolean {
    const last = words.at(-1) ?? '';
    return last in TITLES || last in NOUNS;
  }
}

function makeName(key: string, { words, kind }: Mention): CharacterName {
  const first = words[0] ?? '';
  const isTitled = first in TITLES && !(words[1] === 'of');
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

const NO_PERSON: Person = {
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

/** By a title or a noun; else by the pronouns that followed, with what a given name tells. */
function genderOf({ words, title, core, votes }: CharacterName): WordGender | null {
  if (title !== null && TITLES[title]) return TITLES[title] ?? null;
  for (const word of words) {
    const gender = NOUNS[word] ?? TITLES[word];
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

const fits = (a: WordGender | null, b: WordGender | null): boolean => a === null || b === null || a === b;

/** A longer name counts as the one that a shorter one means, where it is this much more frequent than all others. */
const DOMINANCE = 5;
/** Names with a word in common that are compared. */
const MOST_ALIKE = 100;
/** Two names are two persons who stand together this often, and in this part of the sentences of the rarer one. */
const APART = { least: 2, share: 0.03 } as const;

const OTHER_MAN = { least: 8, share: 0.15 } as const;

/** Names that are one person so far. */
interface Cluster {
  readonly names: CharacterName[];
  readonly person: Person;
  readonly givens: Set<string>;
  gender: WordGender | null;
  count: number;
}

/** Joins names that are one person, as long as nothing speaks against it. */
class Clusters {
  readonly #names: readonly CharacterName[];
  readonly #together: ReadonlyMap<string, number>;
  readonly #clusters = new Map<CharacterName, Cluster>();
  readonly #byWord = new Map<string, CharacterName[]>();

  constructor(names: readonly CharacterName[], together: ReadonlyMap<string, number>) {
    [this.#names, this.#together] = [names, together];
    for (const name of names) {
      const person: Person = { ...NO_PERSON, words: new Set(), forms: new Set(), gender: name.gender };
      const given = givenOf(name);
      const givens = new Set(given === null ? [] : [given]);
      this.#clusters.set(name, { names: [name], person, givens, gender: name.gender, count: name.count });
      for (const word of new Set(name.core)) {
        const known = this.#byWord.get(word) ?? [];
        if (known.length < MOST_ALIKE) known.push(name);
        this.#byWord.set(word, known);
      }
    }
  }

  personOf(name: CharacterName): Person {
    return this.#clusterOf(name).person;
  }

  join(): void {
    this.#joinSameCore();
    // The longest first, each with the longer one that it can mean; given names before surnames with a title.
    const byLength = this.#names.toSorted((a, b) => b.words.length - a.words.length);
    for (const name of byLength) if (name.title === null) this.#joinLonger(name);
    for (const name of byLength) if (name.title !== null) this.#joinLonger(name);
    for (const name of this.#names) this.#joinShortName(name);
  }

  #clusterOf(name: CharacterName): Cluster {
    const cluster = this.#clusters.get(name);
    if (cluster === undefined) throw new Error(`no cluster: ${name.key}`);
    return cluster;
  }

  #join(one: CharacterName, other: CharacterName): void {
    const [into, from] = [this.#clusterOf(one), this.#clusterOf(other)];
    if (into === from) return;
    into.names.push(...from.names);
    for (const given of from.givens) into.givens.add(given);
    into.gender ??= from.gender;
    into.person.gender = into.gender;
    into.count += from.count;
    for (const name of from.names) this.#clusters.set(name, into);
  }

  /** A tale that calls somebody `Mr. Emerson` has another one for `George`, where it has both often. */
  #isOtherMan(one: CharacterName, other: CharacterName): boolean {
    const isGiven = other.title === null && other.core.length === 1 && givenOf(other) !== null;
    if (one.title !== 'mr' || one.core.length !== 1 || !isGiven || one.core[0] === other.core[0]) return false;
    const [less, more] = [Math.min(one.told, other.told), Math.max(one.told, other.told)];
    return less >= OTHER_MAN.least && less >= OTHER_MAN.share * more;
  }

  /** Whether two names can be one person, by all that is known of both. */
  #canJoin(one: CharacterName, other: CharacterName): boolean {
    const [a, b] = [this.#clusterOf(one), this.#clusterOf(other)];
    if (a === b || !fits(a.gender, b.gender)) return a === b;
    if (a.givens.size > 0 && b.givens.size > 0 && ![...a.givens].some((given) => hasGiven(b.givens, given)))
      return false;
    return a.names.every((first) => b.names.every((second) => !this.#areTwo(first, second)));
  }

  #areTwo(one: CharacterName, other: CharacterName): boolean {
    return this.#isApart(one, other) || this.#isOtherMan(one, other) || this.#isOtherMan(other, one);
  }

  #isApart(one: CharacterName, other: CharacterName): boolean {
    const [first, second] = [one.key, other.key].sort();
    const together = this.#together.get(`${first}|${second}`) ?? 0;
    return together >= APART.least && together > APART.share * Math.min(one.count, other.count);
  }

  /** `Bingley` and `Mr. Bingley` are one, `Miss Bingley` another. */
  #joinSameCore(): void {
    const groups = Map.groupBy(
      this.#names.filter(({ core }) => core.length > 0),
      ({ core }) => keyOf(core),
    );
    for (const group of groups.values()) {
      const titled = group.filter(({ title }) => title !== null);
      const bare = group.find(({ title }) => title === null);
      for (const gender of ['male', 'female'] as const) {
        const [first, ...others] = titled.filter((name) => name.gender === gender && name.title !== 'mrs');
        for (const other of others) if (first && this.#canJoin(first, other)) this.#join(first, other);
      }
      if (bare === undefined) continue;
      const fitting = titled.filter((name) => this.#canJoin(name, bare));
      const told = fitting.filter(({ gender }) => bare.gender !== null && gender === bare.gender);
      // A bare surname is hardly the wife's, unless pronouns say so.
      const men = fitting.filter(({ gender }) => gender !== 'female');
      const [best] = told.length > 0 ? told : men.length > 0 ? men : fitting.length === titled.length ? fitting : [];
      if (best) this.#join(best, bare);
      for (const other of titled) if (other.gender === null && this.#canJoin(other, bare)) this.#join(other, bare);
    }
  }

  /** `Elizabeth` is `Elizabeth Bennet`, where only one name has it; `the Rabbit` the `White Rabbit`. */
  #joinLonger(name: CharacterName): void {
    const core = name.core.length === 0 ? name.words : name.core;
    const longer = (this.#byWord.get(core[0] ?? '') ?? []).filter(
      (other) => other.words.length > core.length && other !== name && isMeantBy(name, core, other),
    );
    const fitting = longer.filter(
      (other) => this.#clusterOf(other) !== this.#clusterOf(name) && this.#canJoin(other, name),
    );
    // A given name means its bearer before anybody whose surname it is.
    const given = fitting.filter((other) => other.core[0] === core[0]);
    const alike = name.title === null ? [] : fitting.filter(({ title }) => title === name.title);
    const candidates = alike.length > 0 ? alike : given.length > 0 && name.title !== 'mr' ? given : fitting;
    const counts = new Map<Cluster, number>();
    for (const other of candidates) {
      const cluster = this.#clusterOf(other);
      counts.set(cluster, (counts.get(cluster) ?? 0) + other.count);
    }
    const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
    const dominance = name.core.length === 0 ? Number.POSITIVE_INFINITY : DOMINANCE;
    if (first === undefined || (second !== undefined && first[1] < dominance * second[1])) return;
    const into = candidates.find((other) => this.#clusterOf(other) === first[0]);
    if (into) this.#join(into, name);
  }

  /** `Lizzy` is `Elizabeth`, where the text has just one. */
  #joinShortName(name: CharacterName): void {
    const full = name.title === null && name.core.length === 1 ? SHORT_NAMES[name.core[0] ?? ''] : undefined;
    if (full === undefined) return;
    const bearers = (this.#byWord.get(full) ?? []).filter(
      (other) => givenOf(other) === full && this.#canJoin(other, name),
    );
    const [first, ...others] = new Set(bearers.map((other) => this.#clusterOf(other)));
    const into = bearers[0];
    if (first && others.length === 0 && into) this.#join(into, name);
  }
}

/** The given name that a name has for certain; that of a husband is none of `Mrs. John Knightley`. */
function givenOf({ core, title }: CharacterName): string | null {
  const [first = null] = core;
  if (title === 'mrs' || core.includes('of')) return null;
  if (core.length > 1) return first;
  if (title !== null && GIVEN_TITLES.has(title)) return first;
  return title === null && first !== null && genderOfName(first) !== null ? first : null;
}

const fullOf = (given: string): string => SHORT_NAMES[given] ?? given;
const hasGiven = (givens: ReadonlySet<string>, given: string): boolean =>
  [...givens].some((other) => fullOf(other) === fullOf(given));

function isMeantBy(name: CharacterName, core: readonly string[], other: CharacterName): boolean {
  if (!fits(name.gender, other.gender)) return false;
  if (name.title !== null && other.title !== null && name.title !== other.title) return false;
  const words = new Set(other.words);
  if (!core.every((word) => words.has(word))) return false;
  const of = other.words.indexOf('of');
  const head = of === -1 ? other.words.at(-1) : other.words[of - 1];
  if (core[0] === other.core[0]) return true;
  // `Miss Bennet` and `Mrs. Bennet` may be one of several.
  return core.at(-1) === head && (name.title === null || name.title === other.title || other.gender === 'male');
}
