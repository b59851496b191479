// Which names are one person.

import { append } from '../../../shared/rules/lists.ts';
import { genderOfName } from '../../../shared/rules/role-traits.ts';
import { wordPairs } from '../../../shared/rules/words/word-lists.ts';
import { type CharacterName, keyOf, NO_PERSON, type Person } from './character-name.ts';
import { GIVEN_TITLES, type WordGender } from './speech-words.ts';

const SHORT_NAMES = new Map(wordPairs('short-names'));
const STYLES = Map.groupBy(wordPairs('title-styles'), ([style]) => style);

const fits = (a: WordGender | null, b: WordGender | null): boolean => a === null || b === null || a === b;

/** A longer name counts as the one that a shorter one means, where it is this much more frequent than all others. */
const DOMINANCE = 5;
/** Names with a word in common that are compared. */
const MOST_ALIKE = 100;
/** Two names are two persons who stand together this often, and in this part of the sentences of the rarer one. */
const APART = { least: 2, share: 0.03 } as const;

/** Titles by which somebody is another than a `Miss` of that name. */
const MARRIED = new Set(['mrs', 'lady']);
const OTHER_MAN = { least: 8, share: 0.15 } as const;
const OTHER_LADY = { least: 5, share: 0.1 } as const;

/** Names that are one person so far. */
interface Cluster {
  readonly names: CharacterName[];
  readonly person: Person;
  readonly givens: Set<string>;
  gender: WordGender | null;
  count: number;
}

/** Joins names that are one person, as long as nothing speaks against it. */
export class NameClusters {
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
    for (const name of this.#names) this.#joinMiss(name);
    for (const name of this.#names) this.#joinStyle(name);
  }

  #clusterOf(name: CharacterName): Cluster {
    const cluster = this.#clusters.get(name);
    if (cluster === undefined) throw new Error(`no cluster: ${name.key}`);
    return cluster;
  }

  #join(one: CharacterName, other: CharacterName): void {
    const [into, from] = [this.#clusterOf(one), this.#clusterOf(other)];
    if (into === from) return;
    append(into.names, from.names);
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
    return (
      this.#isApart(one, other) ||
      this.#isOtherMan(one, other) ||
      this.#isOtherMan(other, one) ||
      isOtherLady(one, other) ||
      isOtherLady(other, one)
    );
  }

  #isApart(one: CharacterName, other: CharacterName, least: number = APART.least): boolean {
    const [first, second] = [one.key, other.key].sort();
    const together = this.#together.get(`${first}|${second}`) ?? 0;
    return together >= least && together > APART.share * Math.min(one.count, other.count);
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
        const [first, ...others] = titled.filter((name) => name.gender === gender && !MARRIED.has(name.title ?? ''));
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

  /**
   * `Miss Lucas` is `Charlotte Lucas`, where no other lady of that name is told of. Of several sisters she is the eldest:
   * the others are `Miss Elizabeth` and `Miss Lydia`.
   */
  #joinMiss(name: CharacterName): void {
    const [surname = ''] = name.core;
    if (name.title !== 'miss' || name.core.length !== 1) return;
    const ladies = new Set(
      (this.#byWord.get(surname) ?? [])
        .filter(({ core, title }) => core.length === 2 && core[1] === surname && (title === null || title === 'miss'))
        .map((lady) => this.#clusterOf(lady))
        .filter(({ gender }) => gender === 'female'),
    );
    const isYounger = ({ names, givens }: Cluster): boolean =>
      names.some(({ title, core }) => title === 'miss' && core[0] !== surname && hasGiven(givens, core[0] ?? ''));
    const elder = [...ladies].filter((lady) => !isYounger(lady)).toSorted((a, b) => b.count - a.count);
    const [eldest, next] = elder;
    const [bearer] = eldest?.names ?? [];
    // A sister who is hardly mentioned is somebody else.
    const isSure = eldest !== undefined && eldest.count >= Math.max(name.count, DOMINANCE * (next?.count ?? 0));
    if (!isSure || !bearer || eldest.names.some((other) => this.#isApart(other, name, 1))) return;
    if (this.#canJoin(bearer, name)) this.#join(bearer, name);
  }

  /** `her Ladyship` is `Lady Catherine`, where only one lady has such a title, or most are told of her. */
  #joinStyle(name: CharacterName): void {
    const titles = isStyle(name) ? STYLES.get(name.core[0] ?? '') : undefined;
    if (titles === undefined) return;
    const counts = new Map<Cluster, number>();
    for (const other of this.#names) {
      if (other.title === null || other.core.length === 0 || !titles.some(([, title]) => title === other.title))
        continue;
      const cluster = this.#clusterOf(other);
      counts.set(cluster, (counts.get(cluster) ?? 0) + other.count);
    }
    const [first, second] = [...counts].sort((a, b) => b[1] - a[1]);
    const [bearer] = first?.[0].names ?? [];
    if (first && bearer && first[1] >= DOMINANCE * (second?.[1] ?? 0)) this.#join(bearer, name);
  }

  /** `Lizzy` is `Elizabeth`, where the text has just one. */
  #joinShortName(name: CharacterName): void {
    const full = name.title === null && name.core.length === 1 ? SHORT_NAMES.get(name.core[0] ?? '') : undefined;
    if (full === undefined) return;
    const bearers = (this.#byWord.get(full) ?? []).filter(
      (other) => givenOf(other) === full && this.#canJoin(other, name),
    );
    const [first, ...others] = new Set(bearers.map((other) => this.#clusterOf(other)));
    const into = bearers[0];
    if (first && others.length === 0 && into) this.#join(into, name);
  }
}

/** `her Ladyship`: a title that stands for a name. */
export const isStyle = ({ core, title }: CharacterName): boolean =>
  title === null && core.length === 1 && STYLES.has(core[0] ?? '');

/** `Miss Maylie` beside `Mrs. Maylie`; `Mrs. John Dashwood` beside `Mrs. Dashwood`, where a tale has both often. */
function isOtherLady(one: CharacterName, other: CharacterName): boolean {
  if (one.title !== 'mrs' || one.core.at(-1) !== other.core.at(-1)) return false;
  if (other.title === 'miss') return true;
  if (other.title !== 'mrs' || one.core.length !== 1 || other.core.length === 1) return false;
  return Math.min(one.told, other.told) >= OTHER_LADY.least && other.told >= OTHER_LADY.share * one.told;
}

/** The given name that a name has for certain; that of a husband is none of `Mrs. John Knightley`. */
function givenOf({ core, title }: CharacterName): string | null {
  const [first = null] = core;
  if (title === 'mrs' || core.includes('of')) return null;
  if (core.length > 1) return first;
  if (title !== null && GIVEN_TITLES.has(title)) return first;
  return title === null && first !== null && genderOfName(first) !== null ? first : null;
}

const fullOf = (given: string): string => SHORT_NAMES.get(given) ?? given;
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
