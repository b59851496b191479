// `weights.json` is written by `training/main.ts`; see training/README.md.
import weights from './weights.json' with { type: 'json' };

/** Signs of `unknown` support an unknown speaker. */
export type Feature = keyof typeof weights.later.all;

/** In log odds. A sign without a weight has no effect. */
export type Weights = Readonly<Partial<Record<Feature, number>>>;

export type Situation = keyof typeof weights.later.inSituation;

export interface WeightTable {
  readonly all: Weights;
  readonly inSituation: Readonly<Partial<Record<Situation, Weights>>>;
}

export interface SpeakerWeights {
  /** The first reading doesn't know the probable speakers nearby. */
  readonly first: WeightTable;
  readonly later: WeightTable;
}

export const SPEAKER_WEIGHTS: SpeakerWeights = weights;
