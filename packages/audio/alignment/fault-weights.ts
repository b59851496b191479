// `bench/proof-tuning.ts` writes `fault-weights.json`; see `docs/proof.md`.
import weights from './fault-weights.json' with { type: 'json' };

/** Possible explanations of an unusual line: an assumed fault, or an unrelated text. */
export const EXPLANATIONS = ['skip', 'repeat', 'insert', 'replace', 'cut', 'unrelated'] as const;
export type Explanation = (typeof EXPLANATIONS)[number];

/** A weight for each of `FEATURES`, and a constant, in log odds. */
export interface LinearWeights {
  readonly features: readonly number[];
  readonly constant: number;
}

export interface FaultWeights {
  /** Whether a line has a fault, for a voice that was learnt and for an unknown one. */
  readonly learnt: LinearWeights;
  readonly unknown: LinearWeights;
  /** Which explanation is right if a line has a fault. */
  readonly explanations: Readonly<Record<Explanation, LinearWeights>>;
  /** Medians of the features of unknown voices, and the usual spreads of learnt ones. */
  readonly unknownCentres: readonly number[];
  readonly usualCentres: readonly number[];
  readonly usualSpreads: readonly number[];
  /** Usual cost of each sound for unknown voices. */
  readonly unknownCosts: readonly number[];
  /** Median score of the tuning voices' lines. */
  readonly usualScoreCentre: number;
  /** Lines with fewer frames have too little evidence for a full score. */
  readonly enoughFrames: number;
}

export const FAULT_WEIGHTS: FaultWeights = weights;
