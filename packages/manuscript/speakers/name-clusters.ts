import { genderOfName } from '../../../shared/rules/cast/role-traits.ts';
import { append } from '../../../shared/rules/lists.ts';
import { wordPairs } from '../../../shared/rules/words/word-lists.ts';
import { type CharacterName, keyOf, Person } from './character-name.ts';
import { GIVEN_TITLES, type WordGender } from './speech-words.ts';

const SHORT_NAMES = new Map(wordPairs('short-names'));
/** Styles of address such as `majesty`, with the titles they stand for. */
const TITLES_BY_STYLE = Map.groupBy(wordPairs('title-styles'), ([style]) => style);
/** Titles of married women, which exclude `Miss`. */
const MARRIED_TITLES = new Set(['mrs', 'lady']);

/** If several longer names match, the most frequent one must have this many times as many mentions as the others. */
const MIN_DOMINANCE = 5;
const MAX_SIMILAR_NAMES = 100;
/**
 * Two names belong to different people if they occur together at least this often and in at least this share of
 * mentions.
 */
const SEPARATE_NAMES = { min: 2, share: 0.03 } as const;
/**
 * Two names belong to different people if this one has at least this many mentions in the narration and this share of
 * the other's mentions.
 */
const OTHER_MAN = { min: 8, share: 0.15 } as const;
const OTHER_LADY = { min: 5, share: 0.1 } as const;

interface NameCluster {
  readonly names: CharacterName[];
  readonly person: Person;
  readonly givenNames: Set<string>;
  count: number;
}

const areCompatibleGenders = (a: WordGender | null, b: WordGender | null): boolean =>
  a === null || b === null || a === b;

const fullGivenName = (given: string): string => SHORT_NAMES.get(given) ?? given;

const hasGivenName = (givenNames: Iterable<string>, given: string): boolean =>
  [...givenNames].some((other) => fullGivenName(other) === fullGivenName(given));

/** `her Ladyship` */
export const isHonorific = ({ core, title }: CharacterName): boolean =>
  title === null && core.length === 1 && TITLES_BY_STYLE.has(core[0] ?? '');

export class NameClusters {
  readonly #names: readonly CharacterName[];
  readonly #together: ReadonlyMap<string, number>;
  readonly #clusters = new Map<CharacterName, NameCluster>();
  readonly #byWord: ReadonlyMap<string, readonly { readonly name: CharacterName }[]>;

  constructor(names: readonly CharacterName[], together: ReadonlyMap<string, number>) {
    [this.#names, this.#together] = [names, together];
    for (const name of names) {
      const person = Object.assign(new Person(), { gender: name.gender });
      const givenNames = new Set([givenName(name)].filter((given) => given !== null));
      this.#clusters.set(name, { names: [name], person, givenNames, count: name.count });
    }
    const words = names.flatMap((name) => [...new Set(name.core)].map((word) => ({ word, name })));
    this.#byWord = Map.groupBy(words, ({ word }) => word);
  }

  personOf(name: CharacterName): Person {
    return this.#clusterOf(name).person;
  }

  /** Merges names, starting with the surest matches. */
  mergeNames(): void {
    this.#joinSameCore();
    // Longest names first; of equal length, names without a title first.
    const byLength = this.#names.toSorted((a, b) => b.words.length - a.words.length);
    for (const name of byLength) if (name.title === null) this.#joinLonger(name);
    for (const name of byLength) if (name.title !== null) this.#joinLonger(name);
    for (const name of this.#names) this.#joinShortName(name);
    for (const name of this.#names) this.#joinMiss(name);
    for (const name of this.#names) this.#joinStyle(name);
  }

  #clusterOf(name: CharacterName): NameCluster {
    const cluster = this.#clusters.get(name);
    if (cluster === undefined) throw new Error(`no cluster: ${name.key}`);
    return cluster;
  }

  #withWord(word: string): CharacterName[] {
    return (this.#byWord.get(word) ?? []).slice(0, MAX_SIMILAR_NAMES).map(({ name }) => name);
  }

  #join(name: CharacterName, otherName: CharacterName): void {
    const [into, from] = [this.#clusterOf(name), this.#clusterOf(otherName)];
    if (into === from) return;
    append(into.names, from.names);
    for (const given of from.givenNames) into.givenNames.add(given);
    into.person.gender ??= from.person.gender;
    into.count += from.count;
    for (const name of from.names) this.#clusters.set(name, into);
  }

  #tryJoin(name: CharacterName | undefined, otherName: CharacterName): void {
    if (name !== undefined && this.#canJoin(name, otherName)) this.#join(name, otherName);
  }

  #canJoin(name: CharacterName, otherName: CharacterName): boolean {
    const [a, b] = [this.#clusterOf(name), this.#clusterOf(otherName)];
    if (a === b) return true;
    if (!areCompatibleGenders(a.person.gender, b.person.gender)) return false;
    const haveGivenNames = a.givenNames.size > 0 && b.givenNames.size > 0;
    if (haveGivenNames && ![...a.givenNames].some((given) => hasGivenName(b.givenNames, given))) return false;
    return a.names.every((first) => b.names.every((second) => !this.#areDifferentPeople(first, second)));
  }

  #areDifferentPeople(name: CharacterName, otherName: CharacterName): boolean {
    if (this.#occurTogether(name, otherName)) return true;
    return (
      isOtherMan(name, otherName) ||
      isOtherMan(otherName, name) ||
      isOtherLady(name, otherName) ||
      isOtherLady(otherName, name)
    );
  }

  #occurTogether(name: CharacterName, otherName: CharacterName, min: number = SEPARATE_NAMES.min): boolean {
    const together = this.#together.get([name.key, otherName.key].sort().join('|')) ?? 0;
    return together >= min && together > SEPARATE_NAMES.share * Math.min(name.count, otherName.count);
  }

  /** Joins `Bingley` and `Mr. Bingley`, but not `Miss Bingley`. */
  #joinSameCore(): void {
    const withCore = this.#names.filter(({ core }) => core.length > 0);
    for (const group of Map.groupBy(withCore, ({ core }) => keyOf(core)).values()) {
      const titled = group.filter(({ title }) => title !== null);
      for (const gender of ['male', 'female'] as const) {
        const [first, ...others] = titled.filter(
          (name) => name.gender === gender && !MARRIED_TITLES.has(name.title ?? ''),
        );
        for (const other of others) this.#tryJoin(first, other);
      }
      const bare = group.find(({ title }) => title === null);
      if (bare !== undefined) this.#joinUntitled(bare, titled);
    }
  }

  /** Joins a surname with the titled name of the same gender or, failing that, with the man's. */
  #joinUntitled(bare: CharacterName, titled: readonly CharacterName[]): void {
    const fitting = titled.filter((name) => this.#canJoin(name, bare));
    const same = fitting.filter(({ gender }) => gender !== null && gender === bare.gender);
    const men = fitting.filter(({ gender }) => gender !== 'female');
    const all = fitting.length === titled.length ? fitting : [];
    const [best] = [same, men, all].find((names) => names.length > 0) ?? [];
    if (best) this.#join(best, bare);
    for (const other of titled) if (other.gender === null) this.#tryJoin(other, bare);
  }

  /** Joins `Elizabeth` with `Elizabeth Bennet`, `the Rabbit` with `the White Rabbit`. */
  #joinLonger(name: CharacterName): void {
    const core = name.core.length === 0 ? name.words : name.core;
    const fitting = this.#withWord(core[0] ?? '').filter(
      (other) =>
        other.words.length > core.length &&
        canReferTo(name, core, other) &&
        this.#clusterOf(other) !== this.#clusterOf(name) &&
        this.#canJoin(other, name),
    );
    // A first name takes precedence over a surname.
    const given = name.title === 'mr' ? [] : fitting.filter((other) => other.core[0] === core[0]);
    const sameTitle = name.title === null ? [] : fitting.filter(({ title }) => title === name.title);
    const candidates = [sameTitle, given].find((names) => names.length > 0) ?? fitting;
    const into = this.#mostFrequent(candidates, name.core.length === 0 ? Number.POSITIVE_INFINITY : MIN_DOMINANCE);
    if (into) this.#join(into, name);
  }

  #mostFrequent(names: readonly CharacterName[], dominance: number): CharacterName | undefined {
    const groups = Map.groupBy(names, (name) => this.#clusterOf(name));
    const counts = Array.from(groups.values(), (group) => group.reduce((sum, { count }) => sum + count, 0));
    const [first = 0, second] = counts.toSorted((a, b) => b - a);
    if (second !== undefined && first < dominance * second) return undefined;
    return [...groups.values()][counts.indexOf(first)]?.[0];
  }

  /** `Miss Lucas` is `Charlotte Lucas` if there is only one Miss Lucas or Charlotte is the eldest sister. */
  #joinMiss(name: CharacterName): void {
    const [surname = ''] = name.core;
    if (name.title !== 'miss' || name.core.length !== 1) return;
    const ladies = new Set(
      this.#withWord(surname)
        .filter(({ core, title }) => core.length === 2 && core[1] === surname && (title === null || title === 'miss'))
        .map((lady) => this.#clusterOf(lady))
        .filter(({ person }) => person.gender === 'female'),
    );
    const isYounger = ({ names, givenNames }: NameCluster): boolean =>
      names.some(
        ({ title, core }) => title === 'miss' && core[0] !== surname && hasGivenName(givenNames, core[0] ?? ''),
      );
    const elder = [...ladies].filter((lady) => !isYounger(lady)).toSorted((a, b) => b.count - a.count);
    const [eldest, next] = elder;
    if (eldest === undefined || eldest.count < Math.max(name.count, MIN_DOMINANCE * (next?.count ?? 0))) return;
    if (!eldest.names.some((other) => this.#occurTogether(other, name, 1))) this.#tryJoin(eldest.names[0], name);
  }

  #joinStyle(name: CharacterName): void {
    const titles = isHonorific(name) ? (TITLES_BY_STYLE.get(name.core[0] ?? '') ?? []) : [];
    const bearers = this.#names.filter(
      ({ title, core }) => core.length > 0 && titles.some(([, other]) => other === title),
    );
    const into = this.#mostFrequent(bearers, MIN_DOMINANCE);
    if (into) this.#join(into, name);
  }

  /** Joins `Lizzy` with the only `Elizabeth`, but not `Kitty` with `Lady Catherine`, whom few would call by a short name. */
  #joinShortName(name: CharacterName): void {
    const full = name.title === null && name.core.length === 1 ? SHORT_NAMES.get(name.core[0] ?? '') : undefined;
    if (full === undefined) return;
    const hasTitle = (other: CharacterName) =>
      this.#clusterOf(other).names.some(({ title }) => title !== null && GIVEN_TITLES.has(title));
    const bearers = this.#withWord(full).filter(
      (other) => givenName(other) === full && !hasTitle(other) && this.#canJoin(other, name),
    );
    const [into] = bearers;
    if (into && bearers.every((other) => this.#clusterOf(other) === this.#clusterOf(into))) this.#join(into, name);
  }
}

/** `George` isn't `Mr. Emerson` if the narration often uses both names. */
function isOtherMan(name: CharacterName, otherName: CharacterName): boolean {
  const isGiven = otherName.title === null && otherName.core.length === 1 && givenName(otherName) !== null;
  if (name.title !== 'mr' || name.core.length !== 1 || !isGiven || name.core[0] === otherName.core[0]) return false;
  const [less = 0, more = 0] = [name.told, otherName.told].sort((a, b) => a - b);
  return less >= OTHER_MAN.min && less >= OTHER_MAN.share * more;
}

/**
 * `Miss Maylie` isn't `Mrs. Maylie`. `Mrs. John Dashwood` isn't `Mrs. Dashwood` if the narration often uses both names.
 */
function isOtherLady(name: CharacterName, otherName: CharacterName): boolean {
  if (name.title !== 'mrs' || name.core.at(-1) !== otherName.core.at(-1)) return false;
  if (otherName.title === 'miss') return true;
  if (otherName.title !== 'mrs' || name.core.length !== 1 || otherName.core.length === 1) return false;
  return Math.min(name.told, otherName.told) >= OTHER_LADY.min && otherName.told >= OTHER_LADY.share * name.told;
}

/** In `Mrs. John Knightley`, the first name is her husband's. */
function givenName({ core, title }: CharacterName): string | null {
  const [first = null] = core;
  if (first === null || title === 'mrs' || core.includes('of')) return null;
  if (core.length > 1 || (title !== null && GIVEN_TITLES.has(title))) return first;
  return title === null && genderOfName(first) !== null ? first : null;
}

function canReferTo(name: CharacterName, core: readonly string[], longerName: CharacterName): boolean {
  const isSameTitle = name.title === longerName.title;
  if (
    !areCompatibleGenders(name.gender, longerName.gender) ||
    (name.title !== null && longerName.title !== null && !isSameTitle)
  )
    return false;
  if (!core.every((word) => longerName.words.includes(word))) return false;
  if (core[0] === longerName.core[0]) return true;
  const of = longerName.words.indexOf('of');
  const head = of === -1 ? longerName.words.at(-1) : longerName.words[of - 1];
  // `Miss Bennet` and `Mrs. Bennet` may be several people.
  return core.at(-1) === head && (name.title === null || isSameTitle || longerName.gender === 'male');
}
