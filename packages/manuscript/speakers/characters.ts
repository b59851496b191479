// The people of a book, collected from its names.
import { CharacterName, genderOf, keyOf, Person } from './character-name.ts';
import type { Mention } from './mentions.ts';
import { isStyle, NameClusters } from './name-clusters.ts';
import { NOUNS, TITLES, type WordGender } from './speech-words.ts';

/** The first-person narrator. */
export const NARRATING: Person = Object.assign(new Person(), { speaking: 1, isNamed: true });

/** How much more a form of a name counts in a speech tag. */
const TAG_WEIGHT = 5;
/** A name without a gender that has more than this many mentions for each speech tag is a place or a thing. */
const MENTIONS_OF_THING = 40;

type NamedWords = Pick<Mention, 'words'>;

/** Collects the names of a book, then decides which of them are the same person. */
export class Characters {
  readonly #names = new Map<string, CharacterName>();
  /** The number of times that two names occur together, by their keys. */
  readonly #together = new Map<string, number>();
  #persons = new Map<string, Person>();
  /** The people who have a word in a name of several words. */
  readonly #bearers = new Map<string, Set<Person>>();

  /** Adds a mention in narration, in a quotation or in a speech tag. */
  add(mention: Mention, place: 'narration' | 'quotation' | 'tag'): void {
    const isTag = place === 'tag';
    if (mention.kind !== 'name' && !(mention.kind === 'description' && isTag)) return;
    const key = keyOf(mention.words);
    const name = this.#names.get(key) ?? new CharacterName(mention);
    this.#names.set(key, name);
    name.count += 1;
    if (place === 'narration') name.told += 1;
    if (isTag) name.speaking += 1;
    name.forms.set(mention.form, (name.forms.get(mention.form) ?? 0) + (isTag ? TAG_WEIGHT : 1));
  }

  /** Adds that two names are in one sentence, or in tags that follow each other: they are probably two people. */
  addTogether(one: NamedWords, other: NamedWords): void {
    const pair = [keyOf(one.words), keyOf(other.words)].sort().join('|');
    this.#together.set(pair, (this.#together.get(pair) ?? 0) + 1);
  }

  /** Adds that a pronoun probably refers to a name. */
  vote({ words }: NamedWords, gender: WordGender, weight: number): void {
    const name = this.#names.get(keyOf(words));
    if (name) name.votes[gender] += weight;
  }

  /** Decides which names are the same person, and the genders. */
  settle(): void {
    const names = [...this.#names.values()].toSorted((a, b) => b.count - a.count);
    for (const name of names) name.gender = genderOf(name);
    const clusters = new NameClusters(names, this.#together);
    clusters.join();
    this.#persons = new Map(names.map((name) => [name.key, clusters.personOf(name)]));
    const best = new Map<Person, number>();
    for (const name of names) {
      const person = clusters.personOf(name);
      this.#addWords(name, person);
      for (const [form, count] of name.forms) {
        person.forms.add(form);
        // Of equal forms a title alone comes last.
        const weight = isStyle(name) ? Number.EPSILON : count + (name.core.length === 0 ? 0 : 0.5);
        if (weight <= (best.get(person) ?? 0)) continue;
        best.set(person, weight);
        person.name = form;
      }
    }
    for (const person of best.keys()) {
      if (person.gender === null && person.speaking * MENTIONS_OF_THING < person.count) person.speaking = 0;
    }
  }

  #addWords({ words, count, speaking, isName }: CharacterName, person: Person): void {
    person.count += count;
    person.speaking += speaking;
    person.isNamed ||= isName;
    for (const word of words) {
      person.words.add(word);
      if (isName && words.length > 1) this.#bearers.set(word, (this.#bearers.get(word) ?? new Set()).add(person));
    }
  }

  personOf({ words }: NamedWords): Person | null {
    return this.#persons.get(keyOf(words)) ?? null;
  }

  /** Returns the people who speak, most frequent first. */
  speakers(): Person[] {
    const persons = [...new Set(this.#persons.values())];
    return persons.filter(({ speaking }) => speaking > 0).toSorted((a, b) => b.speaking - a.speaking);
  }

  /** Returns the other person with the same name and a title: `Mrs. Bennet` for Mr. Bennet and `mrs`. */
  related(person: Person, title: string): Person | null {
    const found = Array.from(person.words, (word) => this.personOf({ words: [title, word] }));
    return found.find((other) => other !== null && other !== person) ?? null;
  }

  /** Returns the other people who have a word in a longer name: `Prince Vasíli` for `prince`. */
  otherBearers(word: string, than: Person | null): Person[] {
    return [...(this.#bearers.get(word) ?? [])].filter((person) => person !== than);
  }
}

/** Whether words end with a title or a noun: `the prince`. */
export function isOffice({ words }: NamedWords): boolean {
  const last = words.at(-1) ?? '';
  return TITLES.has(last) || NOUNS.has(last);
}
