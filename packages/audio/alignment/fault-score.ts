// Scores how likely a line has a fault.
import { at } from '../../../shared/rules/at.ts';
import { FAULT_WEIGHTS, type LinearWeights } from './fault-weights.ts';
import { FEATURES, type FeatureStatistics, type LineEvidence } from './line-evidence.ts';

/** Returns features relative to the voice's usual lines, except for the number of words, which stays absolute. */
export function centreFeatures({ features }: LineEvidence, { centres }: FeatureStatistics): Float32Array {
  return features.map((value, index) => (FEATURES[index] === 'words' ? value : value - at(centres, index)));
}

/** Returns the log odds that a line has a fault, if half of the lines have one. */
export function scoreFeatures(centred: Float32Array, isLearnt: boolean): number {
  return applyWeights(centred, isLearnt ? FAULT_WEIGHTS.learnt : FAULT_WEIGHTS.unknown);
}

export function applyWeights(values: Float32Array, { features, constant }: LinearWeights): number {
  return features.reduce((sum, weight, index) => sum + weight * at(values, index), constant);
}

/** Scores above this are suspicious, which is the case for about one in 40 clean lines of a learnt voice. */
export const SUSPICIOUS_SCORE = 2.5;

/**
 * Makes scores comparable between voices by subtracting the voice's median, and between lines by reducing the scores of
 * short lines, in which a single unusual sound is weak evidence of a fault.
 * @param frames from `evidenceFrames`
 */
export function relativeScore(logOdds: number, scoreCentre: number, frames: number): number {
  return (logOdds - scoreCentre) * Math.min(1, frames / FAULT_WEIGHTS.enoughFrames);
}

/** The odds of a faulty line for which the scores were fitted, and those that the confidences assume. */
const FITTED_ODDS = 1;
const ASSUMED_ODDS = 0.05 / 0.95;

/** Returns the probability of a fault, assuming that one in 20 lines has one. @param score from `relativeScore` */
export function confidenceOf(score: number): number {
  const odds = Math.exp(score + FAULT_WEIGHTS.usualScoreCentre) * (ASSUMED_ODDS / FITTED_ODDS);
  return odds / (1 + odds);
}
