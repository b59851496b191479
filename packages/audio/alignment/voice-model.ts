// A voice, as learnt from its takes.
import { at } from '../../../shared/rules/at.ts';
import { align } from './align.ts';
import { baseClassifier } from './classifier-weights.ts';
import { FEATURES, fitReading, gatherEvidence, type LineEvidence, type VoiceExpectation } from './line-evidence.ts';
import { frameCount, lengthRatio, type PreparedLine } from './prepared-line.ts';
import { RandomNumbers } from './random-numbers.ts';
import { SOUND_COUNT } from './sound-classes.ts';
import { classifySounds, copyClassifier, type SoundClassifier, trainClassifier } from './sound-classifier.ts';
import { habitCosts, learnExpectedCosts, learnHabit, plainCosts, type VoiceHabit } from './voice-habit.ts';

/** More lines hardly improve a voice. */
export const MAX_LINES_LEARNT = 150;
/** With fewer lines, a voice counts as unknown. */
export const MIN_LINES_LEARNT = 6;

/** Only the lines that resemble their readings most teach the voice's sounds, because the others may have faults. */
const HABIT_SHARE = 0.7;
const TRAINED_SHARE = 0.8;
const EPOCHS = 2;
const LEARNING_RATE = 0.002;
const SEED = 9;

export interface VoiceModel extends VoiceExpectation {
  readonly linesLearnt: number;
  readonly classifier: SoundClassifier;
  /** Null for an unknown voice. */
  readonly habit: VoiceHabit | null;
  readonly statistics: FeatureStatistics;
}

/** How the features of the voice's lines without faults are distributed. */
export interface FeatureStatistics {
  /** Median of each feature. */
  readonly centres: Float32Array;
  /** Standard deviation of each feature below the median, where faults have no influence. */
  readonly spreads: Float32Array;
}

/** Compares a line with its reading. Takes about 1/60 of its duration. */
export function examineLine(line: PreparedLine, voice: Omit<VoiceModel, 'statistics' | 'linesLearnt'>): LineEvidence {
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

function alignForLearning(line: PreparedLine, heard: Float32Array, costsOf: CostFunction, pace: number): LearntLine {
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

type LearntSounds = Omit<VoiceModel, 'statistics' | 'linesLearnt'>;

/** Trains the classifier further with the voice's own lines, and learns its habit. */
function learnSounds(lines: readonly PreparedLine[]): LearntSounds {
  const pace = median(lines.map(lengthRatio));
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

const realign = (lines: readonly LearntLine[], habit: VoiceHabit, pace: number): LearntLine[] =>
  lines.map(({ line, heard }) => alignForLearning(line, heard, (sounds) => habitCosts(sounds, habit), pace));

/** Examines each line with a voice learnt from the other half, because a voice knows the lines that it learnt too well. */
function examineHeldOut(lines: readonly PreparedLine[]): LineEvidence[] {
  const evidence: LineEvidence[] = [];
  for (const half of [0, 1]) {
    const voice = learnSounds(lines.filter((_, index) => index % 2 !== half));
    for (const line of lines.filter((_, index) => index % 2 === half)) evidence.push(examineLine(line, voice));
  }
  return evidence;
}

/** Quantiles below the median from which the spread is estimated, in standard deviations. */
const LOW_QUANTILE = 0.16;

export function describeFeatures(evidence: readonly LineEvidence[]): FeatureStatistics {
  const columns = FEATURES.map((_, feature) => evidence.map(({ features }) => at(features, feature)));
  const centres = columns.map(median);
  return {
    centres: Float32Array.from(centres),
    spreads: Float32Array.from(columns, (values, index) => at(centres, index) - quantile(values, LOW_QUANTILE)),
  };
}

/**
 * Learns a voice from its lines, of which a minority can have faults. Uses at most `MAX_LINES_LEARNT` of them, spread
 * evenly. Takes about 1/12 of their duration.
 */
export function learnVoice(lines: readonly PreparedLine[]): VoiceModel {
  const chosen = spreadEvenly(lines, MAX_LINES_LEARNT);
  if (chosen.length < MIN_LINES_LEARNT) return { ...unknownVoice(), linesLearnt: chosen.length };
  const statistics = describeFeatures(examineHeldOut(chosen));
  return { ...learnSounds(chosen), linesLearnt: chosen.length, statistics };
}

function spreadEvenly<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, index) => at(list, Math.floor((index * list.length) / most)));
}

/** The model of a voice about which nothing is known. */
export function unknownVoice(): VoiceModel {
  return {
    linesLearnt: 0,
    classifier: baseClassifier(),
    habit: null,
    expectedCosts: new Float32Array(SOUND_COUNT),
    pace: null,
    statistics: { centres: new Float32Array(FEATURES.length), spreads: new Float32Array(FEATURES.length) },
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
