// The people who are present at a place in the text, and whom a pronoun there can mean.
import type { Person } from './character-name.ts';
import type { WordGender } from './speech-words.ts';

/** How present a person is who speaks, acts, is meant by a pronoun, is acted upon, or is addressed. */
export const PRESENCE = { speaker: 1, subject: 0.8, meant: 0.5, object: 0.4, addressed: 0.1 } as const;
/** Presence that remains after a paragraph. */
const FADING = 0.8;
/** The share of a weaker presence that is added to a stronger one. */
const REPEATED = 0.2;
const LEAST_PRESENCE = 0.02;
const MOST_PRESENT = 10;
/** Paragraphs until a stranger is forgotten. */
const STRANGER_PARAGRAPHS = 4;

export interface PresentPerson {
  readonly person: Person;
  /** 0 to about 1. */
  readonly score: number;
}

export type ByGender<Value> = Readonly<Record<WordGender, Value>>;

/** Remembers who is present in a scene, and forgets with each paragraph. */
export class SceneMemory {
  /** In paragraphs. */
  #clock = 0;
  readonly #traces = new Map<Person, { readonly score: number; readonly clock: number }>();
  /** When a stranger was mentioned last. */
  #strangers: ByGender<number> = {
    female: -STRANGER_PARAGRAPHS,
    male: -STRANGER_PARAGRAPHS,
    neuter: -STRANGER_PARAGRAPHS,
  };
  /** The person of each gender who was mentioned last: a pronoun probably refers to them. */
  meant: ByGender<Person | null> = { female: null, male: null, neuter: null };

  advance(paragraphs: number): void {
    this.#clock += paragraphs;
  }

  add(person: Person, presence: number): void {
    const faded = this.#presenceOf(person);
    const score = Math.max(presence, faded) + REPEATED * Math.min(presence, faded);
    this.#traces.set(person, { score, clock: this.#clock });
  }

  #presenceOf(person: Person): number {
    const trace = this.#traces.get(person);
    return trace === undefined ? 0 : trace.score * FADING ** (this.#clock - trace.clock);
  }

  /** Makes a person the one to whom later pronouns refer. */
  mean(person: Person): void {
    if (person.gender !== null && person.speaking > 0) this.meant = { ...this.meant, [person.gender]: person };
  }

  addStranger(gender: WordGender): void {
    this.#strangers = { ...this.#strangers, [gender]: this.#clock };
  }

  /** Returns how present a stranger of each gender is, from 0 to 1. */
  strangers(): ByGender<number> {
    const presence = (gender: WordGender): number =>
      Math.max(0, 1 - (this.#clock - this.#strangers[gender]) / STRANGER_PARAGRAPHS);
    return { female: presence('female'), male: presence('male'), neuter: presence('neuter') };
  }

  /** Returns the people who are most present, in order. */
  present(): PresentPerson[] {
    const present = Array.from(this.#traces.keys(), (person) => ({ person, score: this.#presenceOf(person) }));
    for (const { person, score } of present) if (score < LEAST_PRESENCE) this.#traces.delete(person);
    return present
      .filter(({ score }) => score >= LEAST_PRESENCE)
      .toSorted((a, b) => b.score - a.score)
      .slice(0, MOST_PRESENT);
  }

  /** Returns the most present person who fits; null if two are equally present. */
  best(fits: (person: Person) => boolean): Person | null {
    const [first, second] = this.present().filter(({ person }) => fits(person));
    return first !== undefined && (second === undefined || first.score > second.score) ? first.person : null;
  }
}
