// `training/main.ts` writes `weights.json`; see `training/README.md`.
import weights from './weights.json' with { type: 'json' };

/** Features that start with `unknown` are evidence for an unknown speaker. */
export type Feature = keyof typeof weights.later.all;

/** In log odds. Features without a weight have no effect. */
export type Weights = Readonly<Partial<Record<Feature, number>>>;

export type Situation = keyof typeof weights.later.inSituation;

export interface WeightTable {
  readonly all: Weights;
  readonly inSituation: Readonly<Partial<Record<Situation, Weights>>>;
}

export interface SpeakerWeights {
  /** Feature weights for the first reading, in which nearby speakers aren't known yet. */
  readonly first: WeightTable;
  readonly later: WeightTable;
}

export const SPEAKER_WEIGHTS: SpeakerWeights = weights;
