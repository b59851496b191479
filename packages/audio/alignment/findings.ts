// Turns the evidence about a line into a score and findings.
import type { Finding, FindingKind } from '../../../shared/model/proof.ts';
import { at } from '../../../shared/rules/at.ts';
import type { FaultScore } from './align.ts';
import { applyWeights, centreFeatures, confidenceOf } from './fault-score.ts';
import { EXPLANATIONS, type Explanation, FAULT_WEIGHTS } from './fault-weights.ts';
import { FEATURES, type FeatureName, type FeatureStatistics, gainFeature, type LineEvidence } from './line-evidence.ts';
import { type PreparedLine, wordCount } from './prepared-line.ts';

/** Less likely findings are dropped. */
const MIN_CONFIDENCE = 0.003;
const MAX_FINDINGS = 5;
/** Minimum number of words between two findings of a line. */
const FINDING_DISTANCE = 2;
/** How unusual a further finding of a line must be, in standard deviations of the voice's lines. */
const MIN_FURTHER_DEVIATION = 4;
/** If the classifier is this much less certain than in the rest of the line, the sound isn't speech. */
const UNCLEAR = 0.8;
/** Frames by which a noise is longer than the words that it replaces. */
const NOISE_FRAMES = 35;
const SPREAD_FLOOR = 0.05;

/**
 * Returns the most likely faults, most likely first. The first one explains the line best. The others are at other places
 * in the line that are also unusual.
 */
export function findFaults(
  line: PreparedLine,
  evidence: LineEvidence,
  statistics: FeatureStatistics,
  score: number,
): Finding[] {
  const confidence = confidenceOf(score);
  if (confidence < MIN_CONFIDENCE) return [];
  const explanation = bestExplanation(centreFeatures(evidence, statistics));
  if (explanation === 'unrelated') return [wholeLine(line, confidence)];
  const faults = evidence.faults
    .map((fault) => ({ fault, deviation: deviationOf(fault, statistics) }))
    .toSorted((a, b) => b.deviation - a.deviation);
  const first = faults
    .filter(({ fault }) => fault.fault === explanation)
    .reduce<FaultScore | null>((best, { fault }) => (best && best.gain >= fault.gain ? best : fault), null);
  if (!first) return [wholeLine(line, confidence)];
  const chosen = [{ fault: first, confidence }];
  for (const { fault, deviation } of faults) {
    if (chosen.length >= MAX_FINDINGS || deviation < MIN_FURTHER_DEVIATION) break;
    if (chosen.some((other) => areNear(other.fault, fault))) continue;
    chosen.push({ fault, confidence: confidence * (1 - MIN_FURTHER_DEVIATION / (2 * deviation)) });
  }
  return chosen.map((one) => toFinding(line, evidence, one.fault, one.confidence));
}

function bestExplanation(centred: Float32Array): Explanation {
  let best: Explanation = 'replace';
  let bestScore = -Infinity;
  for (const explanation of EXPLANATIONS) {
    const score = applyWeights(centred, FAULT_WEIGHTS.explanations[explanation]);
    if (score <= bestScore) continue;
    bestScore = score;
    best = explanation;
  }
  return best;
}

function deviationOf({ fault, gain }: FaultScore, { centres, spreads }: FeatureStatistics): number {
  const feature: FeatureName = fault;
  const index = FEATURES.indexOf(feature);
  return (gainFeature(gain) - at(centres, index)) / Math.max(SPREAD_FLOOR, at(spreads, index));
}

const areNear = (one: FaultScore, other: FaultScore): boolean =>
  one.fromWord < other.toWord + FINDING_DISTANCE && other.fromWord < one.toWord + FINDING_DISTANCE;

function wholeLine(line: PreparedLine, confidence: number): Finding {
  return {
    kind: 'wrong-text',
    fromWord: 0,
    toWord: wordCount(line),
    startSeconds: 0,
    endSeconds: line.takeSeconds,
    confidence,
    source: 'alignment',
  };
}

function toFinding(line: PreparedLine, evidence: LineEvidence, fault: FaultScore, confidence: number): Finding {
  const startSeconds = secondsAt(line, fault.fromFrame);
  return {
    kind: kindOf(evidence, fault),
    fromWord: fault.fromWord,
    toWord: fault.toWord,
    startSeconds,
    endSeconds: Math.max(startSeconds, secondsAt(line, fault.toFrame)),
    confidence,
    source: 'alignment',
  };
}

const secondsAt = ({ frameTimes, takeSeconds }: PreparedLine, frame: number): number =>
  Math.min(takeSeconds, frameTimes[frame] ?? takeSeconds);

function kindOf(evidence: LineEvidence, fault: FaultScore): FindingKind {
  switch (fault.fault) {
    case 'skip':
      return 'missing';
    case 'repeat':
      return 'repeated';
    case 'cut':
      return 'cut';
    case 'insert':
      return isUnclear(evidence, fault) ? 'noise' : 'extra';
    case 'replace': {
      if (!isUnclear(evidence, fault)) return 'replaced';
      const usualFrames = at(evidence.wordStarts, fault.toWord) - at(evidence.wordStarts, fault.fromWord);
      return fault.toFrame - fault.fromFrame - usualFrames > NOISE_FRAMES ? 'noise' : 'garbled';
    }
  }
}

function isUnclear({ frameClarity }: LineEvidence, { fromFrame, toFrame }: FaultScore): boolean {
  return mean(frameClarity.subarray(fromFrame, toFrame)) < UNCLEAR * mean(frameClarity);
}

const mean = (values: Float32Array): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
