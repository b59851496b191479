import type { Person } from './character-name.ts';

/** Minimum number of words needed to assess a person's style. */
const MIN_WORDS = 200;
/** Weight of the words of all speakers, expressed as a number of words spoken by the person. */
const SMOOTHING_WORDS = 800;

type WordCounts = ReadonlyMap<string, number>;

const ALL_SPEAKERS = '';

const totalCount = (words: WordCounts): number => [...words.values()].reduce((sum, times) => sum + times, 0);

export class SpeechStyles {
  readonly #all = new Map<string, number>();
  readonly #people = new Map<Person, Map<string, number>>();

  add(person: Person, words: WordCounts): void {
    const own = this.#people.get(person) ?? new Map<string, number>();
    this.#people.set(person, own);
    for (const counts of [own, this.#all]) {
      for (const [word, times] of [...words, [ALL_SPEAKERS, totalCount(words)] as const]) {
        counts.set(word, (counts.get(word) ?? 0) + times);
      }
    }
  }

  /**
   * Returns the sum of log ratios relative to all speakers, divided by √words: positive if typical of the person, 0
   * if unknown.
   * @param isCounted whether the words have already been added for this person and must be excluded
   */
  likeness(person: Person, words: WordCounts, isCounted: boolean): number {
    const own = this.#people.get(person);
    const total = (own?.get(ALL_SPEAKERS) ?? 0) - (isCounted ? totalCount(words) : 0);
    if (own === undefined || words.size === 0 || total < MIN_WORDS) return 0;
    let sum = 0;
    for (const [word, times] of words) {
      const share = (this.#all.get(word) ?? 0) / (this.#all.get(ALL_SPEAKERS) ?? 1);
      const count = (own.get(word) ?? 0) - (isCounted ? times : 0);
      if (share > 0) sum += Math.log((count + SMOOTHING_WORDS * share) / (total + SMOOTHING_WORDS) / share);
    }
    return sum / Math.sqrt(words.size);
  }
}
