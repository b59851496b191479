// The people of a book: which names are one person, and whether it is a woman or a man.
import { genderOfName } from '../role-traits.ts';
import type { Mention } from './mentions.ts';
import { NOUNS, SHORT_NAMES, TITLES, type WordGender } from './speech-words.ts';

/** Names that are written alike. */
interface CharacterName {
  readonly words: readonly string[];
  readonly title: string | null;
  /** Without title. */
  readonly core: readonly string[];
  readonly forms: Map<string, number>;
  count: number;
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
  count: number;
  speaking: number;
  readonly votes: { female: number; male: number; neuter: number };
  /** Whom it turned out to be. */
  same: Person | null;
}

/** Who tells the tale in the first person. */
export const NARRATING: Person = {
  ...{ id: -2, name: '', gender: null, words: new Set<string>(), count: 0, speaking: 1, same: null },
  votes: { female: 0, male: 0, neuter: 0 },
};

/** The person that one and all who turned out to be the same stand for. */
function whole(person: Person): Person {
  let last = person;
  while (last.same !== null) last = last.same;
  if (person !== last) person.same = last;
  return last;
}

/** How much more the name counts under which somebody speaks than others. */
const SPEAKER_WEIGHT = 5;
/** A name that is no one's by its words is a place or a thing where it says something this seldom. */
const SELDOM = 40;

const keyOf = (words: readonly string[]): string => words.join(' ');

/** Collects names, then tells who is who. */
export class Characters {
  readonly #names = new Map<string, CharacterName>();
  readonly #persons: Person[] = [];

  /** @param isSpeaking whether a verb of speech says that they do */
  add(mention: Mention, isSpeaking: boolean): void {
    if (mention.kind !== 'name' && !(mention.kind === 'description' && isSpeaking)) return;
    const key = keyOf(mention.words);
    const name = this.#names.get(key) ?? this.#make(mention.words);
    name.count += 1;
    if (isSpeaking) name.speaking += 1;
    name.forms.set(mention.form, (name.forms.get(mention.form) ?? 0) + (isSpeaking ? SPEAKER_WEIGHT : 1));
    this.#names.set(key, name);
  }

  #make(words: readonly string[]): CharacterName {
    const isTitled = words.length > 0 && (words[0] ?? '') in TITLES;
    const title = isTitled ? (words[0] ?? null) : null;
    const core = isTitled ? words.slice(1) : words;
    const gender = genderOf(words, title, core);
    const person = this.#person();
    return { words, title, core, forms: new Map(), count: 0, speaking: 0, gender, person };
  }

  #person(): Person {
    const votes = { female: 0, male: 0, neuter: 0 };
    return { id: -1, name: '', gender: null, words: new Set(), count: 0, speaking: 0, votes, same: null };
  }

  /** Decides which names are one person. */
  settle(): void {
    const names = [...this.#names.values()];
    joinSameCore(names);
    joinShorter(names);
    joinLonger(this.#names);
    joinShortNames(names);
    const best = new Map<Person, number>();
    for (const name of names) {
      const person = whole(name.person);
      if (person.id === -1) {
        Object.assign(person, { id: this.#persons.length });
        this.#persons.push(person);
      }
      person.count += name.count;
      person.speaking += name.speaking;
      for (const word of name.words) person.words.add(word);
      person.gender ??= name.gender;
      for (const [form, count] of name.forms) {
        // What the tale calls a speaker comes first; a title alone, last.
        const weight = count + (name.core.length === 0 ? 0 : 0.5);
        if (weight <= (best.get(person) ?? 0)) continue;
        best.set(person, weight);
        person.name = form;
      }
    }
  }

  /** Who is meant by a name or a description; null where it was not collected. */
  personOf(mention: Pick<Mention, 'words'>): Person | null {
    const person = this.#names.get(keyOf(mention.words))?.person;
    return person ? whole(person) : null;
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

  /** Whether words are a bare title: `the prince`. */
  isOffice({ words }: Pick<Mention, 'words'>): boolean {
    const last = words.at(-1) ?? '';
    return last in TITLES || last in NOUNS;
  }

  vote(person: Person, gender: WordGender): void {
    person.votes[gender] += 1;
  }

  /** Decides genders by the pronouns that followed names. */
  settleGenders(): void {
    for (const person of this.#persons) {
      if (person.gender !== null) continue;
      if (person.speaking * SELDOM < person.count) {
        person.speaking = 0;
        continue;
      }
      const { female, male, neuter } = person.votes;
      const most = Math.max(female, male, neuter);
      if (most < 2 || most < (female + male + neuter) * 0.66) continue;
      person.gender = female === most ? 'female' : male === most ? 'male' : 'neuter';
    }
  }
}

function genderOf(words: readonly string[], title: string | null, core: readonly string[]): WordGender | null {
  if (title !== null && TITLES[title]) return TITLES[title] ?? null;
  for (const word of words) {
    const gender = NOUNS[word] ?? TITLES[word];
    if (gender) return gender;
  }
  // A surname may be a given name too: what comes first counts.
  return genderOfName(core[0] ?? '');
}

const fits = (a: WordGender | null, b: WordGender | null): boolean => a === null || b === null || a === b;

function join(into: CharacterName, other: CharacterName): void {
  const [person, old] = [whole(into.person), whole(other.person)];
  if (person !== old) old.same = person;
}

function grouped(
  names: readonly CharacterName[],
  keyOfName: (name: CharacterName) => string,
): Map<string, CharacterName[]> {
  const groups = new Map<string, CharacterName[]>();
  for (const name of names) {
    const key = keyOfName(name);
    if (key === '') continue;
    const group = groups.get(key);
    if (group) group.push(name);
    else groups.set(key, [name]);
  }
  return groups;
}

/** `Bingley` and `Mr. Bingley` are one, `Miss Bingley` another. */
function joinSameCore(names: readonly CharacterName[]): void {
  for (const group of grouped(names, ({ core }) => keyOf(core)).values()) {
    const men = group.filter(({ title, gender }) => title !== null && gender === 'male');
    const women = group.filter(({ title, gender }) => title !== null && gender === 'female');
    const bare = group.find(({ title }) => title === null);
    for (const other of men.slice(1)) if (men[0]) join(men[0], other);
    const isGiven = men.length === 0 && bare?.gender === 'female';
    if (isGiven) for (const other of women.slice(1)) if (women[0]) join(women[0], other);
    if (bare === undefined) continue;
    if (men[0] && bare.gender !== 'female') join(men[0], bare);
    else if (women[0] && men.length === 0 && (women.length === 1 || isGiven)) join(women[0], bare);
    for (const other of group) if (other.gender === null && other.title !== null) join(other, bare);
    if (bare.gender === null) bare.gender = men[0] && whole(bare.person) === whole(men[0].person) ? 'male' : null;
  }
}

/** A longer name counts as the one that a shorter one means, where it is this much more frequent than all others. */
const DOMINANCE = 5;
/** Names with a word in common that are compared. */
const MOST_ALIKE = 100;

/** `Elizabeth` is `Elizabeth Bennet`, where only one name has it; `the Rabbit` the `White Rabbit`. */
function joinShorter(names: readonly CharacterName[]): void {
  const byWord = new Map<string, CharacterName[]>();
  for (const name of names) {
    if (name.words.length < 2) continue;
    for (const word of name.words) {
      const known = byWord.get(word) ?? [];
      if (known.length < MOST_ALIKE) known.push(name);
      byWord.set(word, known);
    }
  }
  for (const name of [...names].sort((a, b) => b.words.length - a.words.length)) {
    const core = name.core.length === 0 ? name.words : name.core;
    const candidates = (byWord.get(core[0] ?? '') ?? []).filter(
      (other) =>
        whole(other.person) !== whole(name.person) && other.words.length > core.length && isMeantBy(name, core, other),
    );
    const persons = new Map<Person, number>();
    const alike = name.title === null ? [] : candidates.filter(({ title }) => title === name.title);
    for (const { person: part, count } of alike.length > 0 ? alike : candidates) {
      const person = whole(part);
      persons.set(person, (persons.get(person) ?? 0) + count);
    }
    const [first, second] = [...persons].sort((a, b) => b[1] - a[1]);
    if (first === undefined || (second !== undefined && first[1] < DOMINANCE * second[1])) continue;
    const into = candidates.find(({ person }) => whole(person) === first[0]);
    if (into) join(into, name);
  }
}

/** `Prince Vasíli Kurágin` is the `Prince Vasíli` of whom the text mostly tells. */
function joinLonger(names: ReadonlyMap<string, CharacterName>): void {
  for (const name of names.values()) {
    const shorter = name.words.length > 2 ? names.get(keyOf(name.words.slice(0, -1))) : undefined;
    if (shorter && shorter.core.length > 0 && shorter.count >= DOMINANCE * name.count) join(shorter, name);
  }
}

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

/** `Lizzy` is `Elizabeth`, where the text has just one. */
function joinShortNames(names: readonly CharacterName[]): void {
  const byFirst = grouped(
    names.filter(({ core }) => core.length > 0),
    ({ core }) => core[0] ?? '',
  );
  for (const [short, group] of byFirst) {
    const full = SHORT_NAMES[short];
    const own = group.filter(({ core, title }) => core.length === 1 && title === null);
    const persons = new Set((byFirst.get(full ?? '') ?? []).map(({ person }) => whole(person)));
    const target = byFirst.get(full ?? '')?.[0];
    if (persons.size === 1 && target) for (const name of own) join(target, name);
  }
}
