// How much the words of a turn are like what somebody says elsewhere.
import type { Person } from './character-name.ts';

/** Words that somebody has to say before they tell how the person speaks. */
const LEAST_WORDS = 200;
/** Words of all speakers together that are added to what somebody says. */
const SMOOTHING = 800;

type WordCounts = ReadonlyMap<string, number>;

/** What is said by whom, as far as tags tell. */
export class SpeechStyles {
  readonly #words = new Map<string, number>();
  readonly #persons = new Map<Person, { readonly words: Map<string, number>; count: number }>();
  #count = 0;

  /** @param words what is said, and how often each word is */
  add(person: Person, words: WordCounts): void {
    const said = this.#persons.get(person) ?? { words: new Map<string, number>(), count: 0 };
    this.#persons.set(person, said);
    for (const [word, times] of words) {
      said.words.set(word, (said.words.get(word) ?? 0) + times);
      this.#words.set(word, (this.#words.get(word) ?? 0) + times);
      said.count += times;
      this.#count += times;
    }
  }

  /**
   * Above 0 where words are rather this person's than another's: the mean of logarithms of odds, more where there are more words.
   *
   * @param isCounted whether the words were added as this person's: then they don't count
   */
  likeness(person: Person, words: WordCounts, isCounted: boolean): number {
    const said = this.#persons.get(person);
    const here = isCounted ? [...words.values()].reduce((total, times) => total + times, 0) : 0;
    const count = (said?.count ?? 0) - here;
    if (said === undefined || count < LEAST_WORDS) return 0;
    let sum = 0;
    for (const [word, times] of words) {
      const all = this.#words.get(word);
      if (all === undefined) continue;
      const share = all / this.#count;
      const own = (said.words.get(word) ?? 0) - (isCounted ? times : 0);
      sum += Math.log((own + SMOOTHING * share) / (count + SMOOTHING) / share);
    }
    return words.size === 0 ? 0 : sum / Math.sqrt(words.size);
  }
}
