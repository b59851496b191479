// The people of a book: which names are one person, and whether it is a woman or a man.
import { type CharacterName, genderOf, keyOf, makeName, type Person } from './character-name.ts';
import type { Mention } from './mentions.ts';
import { isStyle, NameClusters } from './name-clusters.ts';
import { NOUNS, TITLES, type WordGender } from './speech-words.ts';

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
    const clusters = new NameClusters(names, this.#together);
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
        const weight = isStyle(name) ? Number.EPSILON : count + (name.core.length === 0 ? 0 : 0.5);
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

  /** The same of those who say something. */
  isBorneBySpeaker(word: string, than: Person): boolean {
    return [...(this.#bearers.get(word) ?? [])].some((person) => person !== than && person.speaking > 0);
  }

  /** Whether words are a bare title: `the prince`. */
  isOffice({ words }: Pick<Mention, 'words'>): boolean {
    const last = words.at(-1) ?? '';
    return TITLES.has(last) || NOUNS.has(last);
  }
}
