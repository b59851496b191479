// How much each sign tells of who speaks. `weights.json` is written by `training/main.ts`; training/README.md explains it.
import weights from './weights.json' with { type: 'json' };

/** Something that speaks for or against somebody as the speaker. Signs of `unknown` speak for a person who isn't known. */
export type Feature = keyof typeof weights.later.all;

/** Weights of signs, in logarithms of odds. A sign without a weight has no effect. */
export type Weights = Readonly<Partial<Record<Feature, number>>>;

/** What is found beside a turn: nothing, close to another turn or apart from it; a pronoun; a description; an action. */
export type Situation = keyof typeof weights.later.inSituation;

export interface WeightTable {
  readonly all: Weights;
  /** Added to the weights of all turns in a situation. */
  readonly inSituation: Readonly<Partial<Record<Situation, Weights>>>;
}

export interface SpeakerWeights {
  /** Of the first reading, which doesn't know yet who probably speaks around a turn. */
  readonly first: WeightTable;
  /** Of the second and third reading. */
  readonly later: WeightTable;
}

/** The weights that attribution uses. */
export const SPEAKER_WEIGHTS: SpeakerWeights = weights;
