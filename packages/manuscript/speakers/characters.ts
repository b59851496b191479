import { CharacterName, genderOf, keyOf, Person } from './character-name.ts';
import type { Mention } from './mentions.ts';
import { isHonorific, NameClusters } from './name-clusters.ts';
import { NOUNS, TITLES, type WordGender } from './speech-words.ts';

export const NARRATOR_PERSON: Person = Object.assign(new Person(), { speaking: 1, isNamed: true });

const TAG_WEIGHT = 5;
/** A name with more mentions per speech tag is probably a place or a thing. */
const MAX_MENTIONS_PER_TAG = 40;

type NamedWords = Pick<Mention, 'words'>;

export class Characters {
  readonly #names = new Map<string, CharacterName>();
  /** Counts by pair of names. */
  readonly #together = new Map<string, number>();
  #people = new Map<string, Person>();
  /** People by each word in their longer names. */
  readonly #bearers = new Map<string, Set<Person>>();

  add(mention: Mention, source: 'narration' | 'quotation' | 'tag'): void {
    const isTag = source === 'tag';
    if (mention.kind !== 'name' && !(mention.kind === 'description' && isTag)) return;
    const key = keyOf(mention.words);
    const name = this.#names.get(key) ?? new CharacterName(mention);
    this.#names.set(key, name);
    name.count += 1;
    if (source === 'narration') name.told += 1;
    if (isTag) name.speaking += 1;
    name.forms.set(mention.form, (name.forms.get(mention.form) ?? 0) + (isTag ? TAG_WEIGHT : 1));
  }

  /** Records two names in the same sentence or in adjacent tags, which are probably two people. */
  addCooccurrence(a: NamedWords, b: NamedWords): void {
    const pair = [keyOf(a.words), keyOf(b.words)].sort().join('|');
    this.#together.set(pair, (this.#together.get(pair) ?? 0) + 1);
  }

  vote({ words }: NamedWords, gender: WordGender, weight: number): void {
    const name = this.#names.get(keyOf(words));
    if (name) name.votes[gender] += weight;
  }

  /** Merges names of the same person and determines genders. */
  mergeNames(): void {
    const names = [...this.#names.values()].toSorted((a, b) => b.count - a.count);
    for (const name of names) name.gender = genderOf(name);
    const clusters = new NameClusters(names, this.#together);
    clusters.mergeNames();
    this.#people = new Map(names.map((name) => [name.key, clusters.personOf(name)]));
    const best = new Map<Person, number>();
    for (const name of names) {
      const person = clusters.personOf(name);
      this.#addWords(name, person);
      for (const [form, count] of name.forms) {
        person.forms.add(form);
        // If counts are equal, a title without a name comes last.
        const weight = isHonorific(name) ? Number.EPSILON : count + (name.core.length === 0 ? 0 : 0.5);
        if (weight <= (best.get(person) ?? 0)) continue;
        best.set(person, weight);
        person.name = form;
      }
    }
    for (const person of best.keys()) {
      if (person.gender === null && person.speaking * MAX_MENTIONS_PER_TAG < person.count) person.speaking = 0;
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
    return this.#people.get(keyOf(words)) ?? null;
  }

  speakers(): Person[] {
    const people = [...new Set(this.#people.values())];
    return people.filter(({ speaking }) => speaking > 0).toSorted((a, b) => b.speaking - a.speaking);
  }

  /** Finds `Mrs. Bennet`, given Mr. Bennet and `mrs`. */
  findRelative(person: Person, title: string): Person | null {
    const found = Array.from(person.words, (word) => this.personOf({ words: [title, word] }));
    return found.find((other) => other !== null && other !== person) ?? null;
  }

  /** Finds `Prince Vasíli`, given `prince`. */
  othersNamed(word: string, excluded: Person | null): Person[] {
    return [...(this.#bearers.get(word) ?? [])].filter((person) => person !== excluded);
  }
}

export function isTitleOrNoun({ words }: NamedWords): boolean {
  const last = words.at(-1) ?? '';
  return TITLES.has(last) || NOUNS.has(last);
}
