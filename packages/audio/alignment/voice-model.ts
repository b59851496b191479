// A voice learnt from its takes.
import { at } from '../../../shared/rules/at.ts';
import { align } from './align.ts';
import { baseClassifier } from './classifier-weights.ts';
import { centreFeatures, scoreFeatures } from './fault-score.ts';
import { FAULT_WEIGHTS } from './fault-weights.ts';
import {
  FEATURES,
  type FeatureStatistics,
  fitReading,
  gatherEvidence,
  type LineEvidence,
  PACE,
  type VoiceExpectation,
} from './line-evidence.ts';
import { frameCount, lengthRatio, type PreparedLine } from './prepared-line.ts';
import { RandomNumbers } from './random-numbers.ts';
import { SOUND_COUNT } from './sound-classes.ts';
import { classifySounds, copyClassifier, type SoundClassifier, trainClassifier } from './sound-classifier.ts';
import { habitCosts, learnExpectedCosts, learnHabit, plainCosts, type SoundHabit } from './voice-habit.ts';

/** More lines hardly improve a voice. */
export const MAX_LINES_LEARNT = 150;
/** With fewer lines, a voice counts as unknown. */
export const MIN_LINES_LEARNT = 6;

/** A voice's sounds are only learnt from the lines that most resemble their readings, because others may have faults. */
const HABIT_SHARE = 0.7;
const TRAINED_SHARE = 0.8;
const EPOCHS = 4;
const LEARNING_RATE = 0.003;
const SEED = 9;

export interface VoiceModel extends VoiceExpectation {
  readonly linesLearnt: number;
  readonly classifier: SoundClassifier;
  /** Null for an unknown voice. */
  readonly habit: SoundHabit | null;
  readonly statistics: FeatureStatistics;
  /** Median of the log odds of a fault (`scoreFeatures`) in the voice's lines. */
  readonly scoreCentre: number;
}

export type LearntSounds = Pick<VoiceModel, 'classifier' | 'habit' | 'expectedCosts' | 'pace'>;

/** Compares a line with its reading. Takes about 1/60 of its duration. */
export function examineLine(line: PreparedLine, voice: LearntSounds): LineEvidence {
  const heard = classifySounds(voice.classifier, line.coefficients);
  const costs = voice.habit ? habitCosts(heard, voice.habit) : plainCosts(heard, voice.classifier.priors);
  return gatherEvidence(line, costs, heard, voice);
}

/** The best path of a line for a voice. */
interface LearntLine {
  readonly line: PreparedLine;
  readonly heard: Float32Array;
  /** For each frame, the sound of the reading at that place, and its cost. */
  readonly expected: Uint8Array;
  readonly costs: Float32Array;
  /** Mean cost of a frame. */
  readonly level: number;
}

type CostFunction = (heard: Float32Array) => Float32Array;

function alignForLearning(
  line: PreparedLine,
  heard: Float32Array,
  costsOf: CostFunction,
  pace: number | null,
): LearntLine {
  const costs = costsOf(heard);
  const pair = { costs, ...fitReading(line, pace) };
  const { path, cost } = align(pair);
  const expected = Uint8Array.from(path, (row) => at(pair.sounds, row));
  return {
    line,
    heard,
    expected,
    costs: Float32Array.from(expected, (sound, frame) => at(costs, frame * SOUND_COUNT + sound)),
    level: cost / frameCount(line),
  };
}

const bestLines = (lines: readonly LearntLine[], share: number): readonly LearntLine[] =>
  lines.toSorted((a, b) => a.level - b.level).slice(0, Math.ceil(share * lines.length));

/** Trains the classifier further with the voice's own lines, and learns its habit. */
export function learnSounds(lines: readonly PreparedLine[]): LearntSounds {
  const pace = Math.max(PACE.least, Math.min(PACE.most, median(lines.map(lengthRatio))));
  const base = baseClassifier();
  const alignAll = (classifier: SoundClassifier): readonly LearntLine[] => {
    const plain = lines.map((line) => {
      const heard = classifySounds(classifier, line.coefficients);
      return alignForLearning(line, heard, (sounds) => plainCosts(sounds, classifier.priors), pace);
    });
    return realign(plain, learnHabit(bestLines(plain, HABIT_SHARE)), pace);
  };
  const classifier = copyClassifier(base);
  const lessons = bestLines(alignAll(base), TRAINED_SHARE).map(({ line, expected }) => ({
    coefficients: line.coefficients,
    labels: expected,
  }));
  trainClassifier(classifier, lessons, { epochs: EPOCHS, rate: LEARNING_RATE, random: new RandomNumbers(SEED) });
  const learnt = alignAll(classifier);
  const habit = learnHabit(bestLines(learnt, HABIT_SHARE));
  return { classifier, habit, expectedCosts: learnExpectedCosts(realign(learnt, habit, pace)), pace };
}

const realign = (lines: readonly LearntLine[], habit: SoundHabit, pace: number): LearntLine[] =>
  lines.map(({ line, heard }) => alignForLearning(line, heard, (sounds) => habitCosts(sounds, habit), pace));

/** Returns the usual cost of each sound in lines of a voice that is treated as unknown. */
export function learnUnknownCosts(lines: readonly PreparedLine[]): Float32Array {
  const { priors } = baseClassifier();
  return learnExpectedCosts(
    lines.map((line) => {
      const heard = classifySounds(baseClassifier(), line.coefficients);
      return alignForLearning(line, heard, (sounds) => plainCosts(sounds, priors), null);
    }),
  );
}

/** Examines each line with a voice learnt from the other half of the lines, to avoid overfitting. */
export function examineHeldOut(lines: readonly PreparedLine[]): LineEvidence[] {
  const evidence: LineEvidence[] = [];
  for (const half of [0, 1]) {
    const voice = learnSounds(lines.filter((_, index) => index % 2 !== half));
    for (const line of lines.filter((_, index) => index % 2 === half)) evidence.push(examineLine(line, voice));
  }
  return evidence;
}

/** The quantile one standard deviation below the median of a normal distribution. */
const LOW_QUANTILE = 0.16;
/** Weight, in lines, of the tuning voices' statistics. */
const ASSUMED_LINES = 8;

/** Returns the median and the standard deviation, estimated below the median, where faults have no influence. */
export function describeLowerHalf(values: readonly number[]): { centre: number; spread: number } {
  const centre = median(values);
  return { centre, spread: centre - quantile(values, LOW_QUANTILE) };
}

/** Blends a value with that of the tuning voices, whose weight is greater if fewer lines are known. */
const blend = (value: number, usual: number, lines: number): number =>
  (lines * value + ASSUMED_LINES * usual) / (lines + ASSUMED_LINES);

/** Returns the statistics of the features of a voice's lines, blended with those of other voices. */
export function describeFeatures(evidence: readonly LineEvidence[]): FeatureStatistics {
  const { usualCentres, usualSpreads } = FAULT_WEIGHTS;
  const own = FEATURES.map((_, feature) => describeLowerHalf(evidence.map(({ features }) => at(features, feature))));
  return {
    centres: Float32Array.from(own, ({ centre }, index) => blend(centre, at(usualCentres, index), evidence.length)),
    spreads: Float32Array.from(own, ({ spread }, index) => blend(spread, at(usualSpreads, index), evidence.length)),
  };
}

/**
 * Learns a voice from its lines, a minority of which may have faults. Uses at most `MAX_LINES_LEARNT` lines, evenly
 * spaced. Takes about 1/20 of their duration.
 */
export function learnVoice(lines: readonly PreparedLine[]): VoiceModel {
  const chosen = spreadEvenly(lines, MAX_LINES_LEARNT);
  if (chosen.length < MIN_LINES_LEARNT) return { ...unknownVoice(), linesLearnt: chosen.length };
  return { ...learnSounds(chosen), linesLearnt: chosen.length, ...describeUsualLines(examineHeldOut(chosen)) };
}

/** Describes a voice's features and scores, from lines of which a minority can have faults. */
export function describeUsualLines(evidence: readonly LineEvidence[]): Pick<VoiceModel, 'statistics' | 'scoreCentre'> {
  const statistics = describeFeatures(evidence);
  const scores = evidence.map((one) => scoreFeatures(centreFeatures(one, statistics), true));
  return { statistics, scoreCentre: blend(median(scores), FAULT_WEIGHTS.usualScoreCentre, scores.length) };
}

/** Returns at most so many elements of a list, at equal distances. */
export function spreadEvenly<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, index) => at(list, Math.floor((index * list.length) / most)));
}

/** The model of a voice about which nothing is known. */
export function unknownVoice(): VoiceModel {
  return {
    linesLearnt: 0,
    classifier: baseClassifier(),
    habit: null,
    expectedCosts: Float32Array.from(FAULT_WEIGHTS.unknownCosts),
    pace: null,
    statistics: {
      centres: Float32Array.from(FAULT_WEIGHTS.unknownCentres),
      spreads: Float32Array.from(FAULT_WEIGHTS.usualSpreads),
    },
    scoreCentre: FAULT_WEIGHTS.usualScoreCentre,
  };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const low = sorted[Math.floor(place)] ?? 0;
  return low + ((sorted[Math.ceil(place)] ?? low) - low) * (place - Math.floor(place));
}
