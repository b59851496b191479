// Who is there: who was named or spoke lately, in the order of a text.
import type { Person } from './character-name.ts';

interface PersonTrace {
  score: number;
  /** The paragraph in which it counted so much. */
  at: number;
}

/** How much somebody counts who spoke, did something, or had something done to them. */
export const TRACE = { speaker: 1, subject: 0.8, meant: 0.5, object: 0.4, inSpeech: 0.1 } as const;
/** How much less with each paragraph. */
const FADING = 0.8;
/** More than its latest sign counts for somebody of whom there were several. */
const REPEATED = 0.2;
const LEAST = 0.02;
const MOST_PRESENT = 10;

export interface PresentPerson {
  readonly person: Person;
  /** Somewhat above 0 to about 1. */
  readonly score: number;
}

export class Trail {
  readonly #traces = new Map<Person, PersonTrace>();

  add(person: Person, at: number, weight: number): void {
    const before = this.#traces.get(person);
    const faded = before === undefined ? 0 : before.score * FADING ** (at - before.at);
    const score = Math.max(weight, faded) + REPEATED * Math.min(weight, faded);
    this.#traces.set(person, { score, at });
  }

  /** Who is there at a paragraph, those who count most first. */
  present(at: number): PresentPerson[] {
    const present: PresentPerson[] = [];
    for (const [person, trace] of this.#traces) {
      const score = trace.score * FADING ** (at - trace.at);
      if (score < LEAST) this.#traces.delete(person);
      else present.push({ person, score });
    }
    return present.toSorted((a, b) => b.score - a.score).slice(0, MOST_PRESENT);
  }

  /** Who of those that are there fits best, and is the only one or far ahead; null where it can't be told. */
  best(at: number, fits: (person: Person) => boolean): Person | null {
    const [first, second] = this.present(at).filter(({ person }) => fits(person));
    return first !== undefined && (second === undefined || first.score > second.score) ? first.person : null;
  }
}
