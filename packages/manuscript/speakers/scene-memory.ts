import type { Person } from './character-name.ts';
import type { WordGender } from './speech-words.ts';

/** How strongly each role in a scene suggests that a person is present. */
export const PRESENCE = { speaker: 1, subject: 0.8, meant: 0.5, object: 0.4, addressed: 0.1 } as const;
/** Share of presence that remains after each paragraph. */
const PRESENCE_DECAY = 0.8;
/** Share of the weaker presence that is added to the stronger one. */
const REPEATED_PRESENCE = 0.2;
const MIN_PRESENCE = 0.02;
const MAX_PRESENT = 10;
const STRANGER_DECAY_PARAGRAPHS = 4;

export interface PresentPerson {
  readonly person: Person;
  /** From 0 to about 1. */
  readonly score: number;
}

export type ByGender<Value> = Readonly<Record<WordGender, Value>>;

export class SceneMemory {
  /** In paragraphs. */
  #clock = 0;
  readonly #traces = new Map<Person, { readonly score: number; readonly clock: number }>();
  #strangers: ByGender<number> = {
    female: -STRANGER_DECAY_PARAGRAPHS,
    male: -STRANGER_DECAY_PARAGRAPHS,
    neuter: -STRANGER_DECAY_PARAGRAPHS,
  };
  /** The likely referent of each pronoun. */
  meant: ByGender<Person | null> = { female: null, male: null, neuter: null };

  advance(paragraphs: number): void {
    this.#clock += paragraphs;
  }

  add(person: Person, presence: number): void {
    const faded = this.#presenceOf(person);
    const score = Math.max(presence, faded) + REPEATED_PRESENCE * Math.min(presence, faded);
    this.#traces.set(person, { score, clock: this.#clock });
  }

  #presenceOf(person: Person): number {
    const trace = this.#traces.get(person);
    return trace === undefined ? 0 : trace.score * PRESENCE_DECAY ** (this.#clock - trace.clock);
  }

  addReferent(person: Person): void {
    if (person.gender !== null && person.speaking > 0) this.meant = { ...this.meant, [person.gender]: person };
  }

  addStranger(gender: WordGender): void {
    this.#strangers = { ...this.#strangers, [gender]: this.#clock };
  }

  strangers(): ByGender<number> {
    const presence = (gender: WordGender): number =>
      Math.max(0, 1 - (this.#clock - this.#strangers[gender]) / STRANGER_DECAY_PARAGRAPHS);
    return { female: presence('female'), male: presence('male'), neuter: presence('neuter') };
  }

  present(): PresentPerson[] {
    const present = Array.from(this.#traces.keys(), (person) => ({ person, score: this.#presenceOf(person) }));
    for (const { person, score } of present) if (score < MIN_PRESENCE) this.#traces.delete(person);
    return present
      .filter(({ score }) => score >= MIN_PRESENCE)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MAX_PRESENT);
  }

  /** Returns null if two people are equally present. */
  findMostPresent(fits: (person: Person) => boolean): Person | null {
    const [first, second] = this.present().filter(({ person }) => fits(person));
    return first !== undefined && (second === undefined || first.score > second.score) ? first.person : null;
  }
}
