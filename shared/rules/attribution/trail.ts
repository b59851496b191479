// Who was named or spoke last, as far as a pronoun reaches back.
import type { Person } from './characters.ts';
import type { WordGender } from './speech-words.ts';

interface Trace {
  readonly person: Person;
  /** The paragraph. */
  readonly at: number;
  readonly weight: number;
}

/** How much somebody counts who spoke, did something, or had something done to them. */
export const TRACE = { speaker: 1, subject: 0.8, object: 0.4, inSpeech: 0.1 } as const;
const FADING = 0.75;
const REACH = 10;
const MOST_TRACES = 60;
const UNKNOWN_GENDER = 0.45;
/** Who spoke last seldom goes on in a paragraph of its own. */
const JUST_SPOKEN = 0.3;

export interface Guess {
  readonly person: Person;
  /** 0 to 1. */
  readonly confidence: number;
}

export class Trail {
  readonly #traces: Trace[] = [];

  add(person: Person, at: number, weight: number): void {
    this.#traces.push({ person, at, weight });
    if (this.#traces.length > 4 * MOST_TRACES) this.#traces.splice(0, this.#traces.length - MOST_TRACES);
  }

  clear(): void {
    this.#traces.length = 0;
  }

  /** Whom a pronoun of a paragraph means. `last`: who spoke in the paragraph before. */
  meant(gender: WordGender, at: number, last: Person | null): Guess | null {
    const best = this.#ranked(at, last, (person) =>
      person.gender === gender
        ? 1
        : person.gender === null && person.speaking > 0 && gender !== 'neuter'
          ? UNKNOWN_GENDER
          : 0,
    );
    return this.#surest(best);
  }

  /** The last who is called by a title, as `the prince`. */
  titled(word: string, at: number): Guess | null {
    return this.#surest(this.#ranked(at, null, ({ words }) => (words.has(word) && words.size > 1 ? 1 : 0)));
  }

  /** Who else is there. */
  others(at: number, than: ReadonlySet<Person>): Guess | null {
    return this.#surest(this.#ranked(at, null, (person) => (than.has(person) || person.speaking === 0 ? 0 : 1)));
  }

  #ranked(at: number, last: Person | null, factor: (person: Person) => number): [Person, number][] {
    const scores = new Map<Person, number>();
    for (const trace of this.#traces.slice(-MOST_TRACES)) {
      const distance = at - trace.at;
      if (distance > REACH) continue;
      const isLast = trace.person === last && distance > 0;
      const score = factor(trace.person) * trace.weight * FADING ** distance * (isLast ? JUST_SPOKEN : 1);
      if (score === 0) continue;
      scores.set(trace.person, Math.max(scores.get(trace.person) ?? 0, score) + 0.15 * score);
    }
    return [...scores].sort((a, b) => b[1] - a[1]);
  }

  #surest([first, second]: readonly [Person, number][]): Guess | null {
    if (first === undefined) return null;
    const share = first[1] ** 2 / (first[1] ** 2 + (second?.[1] ?? 0) ** 2);
    return { person: first[0], confidence: 0.5 + 0.9 * (share - 0.5) };
  }
}
