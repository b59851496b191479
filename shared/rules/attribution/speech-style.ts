// How much the words of a turn are like what somebody says elsewhere.
import type { Person } from './character-name.ts';

/** Words that somebody has to say before they tell how the person speaks. */
const LEAST_WORDS = 200;
/** Words of all speakers together that are added to what somebody says. */
const SMOOTHING = 800;

/** What is said by whom, as far as tags tell. */
export class SpeechStyles {
  readonly #words = new Map<string, number>();
  readonly #persons = new Map<Person, { readonly words: Map<string, number>; count: number }>();
  #count = 0;

  add(person: Person, words: readonly string[]): void {
    const said = this.#persons.get(person) ?? { words: new Map<string, number>(), count: 0 };
    this.#persons.set(person, said);
    for (const word of words) {
      said.words.set(word, (said.words.get(word) ?? 0) + 1);
      this.#words.set(word, (this.#words.get(word) ?? 0) + 1);
    }
    said.count += words.length;
    this.#count += words.length;
  }

  /**
   * Above 0 where words are rather this person's than another's: the mean of logarithms of odds, more where there are more words.
   *
   * @param isCounted whether the words were added as this person's: then they don't count
   */
  likeness(person: Person, words: readonly string[], isCounted: boolean): number {
    const said = this.#persons.get(person);
    const count = (said?.count ?? 0) - (isCounted ? words.length : 0);
    if (said === undefined || count < LEAST_WORDS) return 0;
    const here = new Map<string, number>();
    for (const word of words) here.set(word, (here.get(word) ?? 0) + 1);
    let sum = 0;
    for (const [word, times] of here) {
      const all = this.#words.get(word);
      if (all === undefined) continue;
      const share = all / this.#count;
      const own = (said.words.get(word) ?? 0) - (isCounted ? times : 0);
      sum += Math.log((own + SMOOTHING * share) / (count + SMOOTHING) / share);
    }
    return here.size === 0 ? 0 : sum / Math.sqrt(here.size);
  }
}
