// Evidence of possible faults, from comparing a take with its reading.
import { at } from '../../../shared/rules/at.ts';
import { type AlignedPair, ASSUMED_FAULTS, type AssumedFault, alignWithFaults, type FaultScore } from './align.ts';
import { frameCount, lengthRatio, type PreparedLine, stretchReading, wordCount } from './prepared-line.ts';
import { SOUND_COUNT } from './sound-classes.ts';

/** How a take differs from the voice's usual lines. */
export interface LineEvidence {
  /** For each frame of the take, the frame of the stretched reading that it is aligned with. */
  readonly path: Int32Array;
  /** The frame of the stretched reading where each word starts, and the number of frames. */
  readonly wordStarts: Int32Array;
  readonly faults: readonly FaultScore[];
  /** For each word, by how much the cost of its frames exceeds the usual cost, in standard errors. */
  readonly wordExcess: Float32Array;
  /** For each word, how much longer it is than in the reading, as a logarithm. */
  readonly wordStretch: Float32Array;
  /** For each frame of the take, the probability of the most probable sound. */
  readonly frameClarity: Float32Array;
  /** Values of `FEATURES`. */
  readonly features: Float32Array;
}

/** The features of a line from which the score is calculated. */
export const FEATURES = [
  'level',
  ...ASSUMED_FAULTS,
  'text-fault',
  'excess',
  'stretch',
  'stall',
  'length',
  'poor-words',
  'words',
] as const;
export type FeatureName = (typeof FEATURES)[number];

/** Faults that involve only sounds of the text. Assuming the others also reduces the cost of clean lines. */
const TEXT_FAULTS: readonly AssumedFault[] = ['skip', 'repeat', 'cut'];

/** Maximum stretch of a reading relative to the voice's pace. Stretching it further would conceal skipped words. */
const MAX_STRETCH = 1.15;
/** The same limit for voices with an unknown pace. */
const MAX_UNKNOWN_STRETCH = 1.33;
/** Limits of a voice's usual `lengthRatio`. */
export const PACE = { least: 0.4, most: 2.5 } as const;
/** Limit of the length of a stretched reading, relative to the reading. */
export const MAX_TOTAL_STRETCH = PACE.most * MAX_STRETCH;

/** Number of frames with the expected cost that are added to each word. */
const ASSUMED_WORD_FRAMES = 4;
/** Window in which stalls of the reading are measured, in frames. */
const STALL_WINDOW = 40;
/** Excess above which a word counts as poor. */
const POOR_EXCESS = 2;

/** What is known about the voice. */
export interface VoiceExpectation {
  /** Usual cost of each sound. */
  readonly expectedCosts: Float32Array;
  /** Usual `lengthRatio`; null if unknown. */
  readonly pace: number | null;
}

/** How the features of the voice's lines without faults are distributed. */
export interface FeatureStatistics {
  /** Median of each feature. */
  readonly centres: Float32Array;
  /** Standard deviation of each feature, estimated below the median, where faults have no influence. */
  readonly spreads: Float32Array;
}

/** Stretches the reading to the take's length, or nearly so. */
export function fitReading(line: PreparedLine, pace: number | null): Pick<AlignedPair, 'sounds' | 'wordStarts'> {
  const ratio = lengthRatio(line);
  const limit = pace === null ? MAX_UNKNOWN_STRETCH : MAX_STRETCH;
  const usual = pace ?? 1;
  return stretchReading(line, usual * Math.max(1 / limit, Math.min(limit, ratio / usual)));
}

/** @param costs the cost of each sound in each frame @param heard the probability of each sound in each frame */
export function gatherEvidence(
  line: PreparedLine,
  costs: Float32Array,
  heard: Float32Array,
  { expectedCosts, pace }: VoiceExpectation,
): LineEvidence {
  const pair: AlignedPair = { costs, ...fitReading(line, pace) };
  const { alignment, faults } = alignWithFaults(pair);
  const words = describeWords(line, pair, alignment.path, expectedCosts);
  const gains = new Map<AssumedFault, number>();
  for (const { fault, gain } of faults) gains.set(fault, Math.max(gains.get(fault) ?? 0, gain));
  const values: Record<FeatureName, number> = {
    level: Math.log(0.3 + alignment.cost / frameCount(line)),
    skip: gainFeature(gains.get('skip')),
    repeat: gainFeature(gains.get('repeat')),
    insert: gainFeature(gains.get('insert')),
    replace: gainFeature(gains.get('replace')),
    cut: gainFeature(gains.get('cut')),
    'text-fault': TEXT_FAULTS.reduce((most, fault) => Math.max(most, gainFeature(gains.get(fault))), 0),
    excess: words.wordExcess.reduce((max, excess) => Math.max(max, excess), -9),
    stretch: words.wordStretch.reduce((max, stretch) => Math.max(max, Math.abs(stretch)), 0),
    stall: Math.log(2 + longestStall(alignment.path)),
    length: Math.abs(Math.log(lengthRatio(line) / (pace ?? 1))) * Math.sqrt(wordCount(line)),
    'poor-words': words.wordExcess.filter((excess) => excess > POOR_EXCESS).length / wordCount(line),
    words: Math.log(wordCount(line)),
  };
  return {
    path: alignment.path,
    wordStarts: pair.wordStarts,
    faults,
    ...words,
    frameClarity: measureClarity(heard, frameCount(line)),
    features: Float32Array.from(FEATURES, (feature) => values[feature]),
  };
}

/** Logarithm of a gain. */
export const gainFeature = (gain = 0): number => Math.log(2 + Math.max(0, gain));

function describeWords(
  line: PreparedLine,
  { costs, sounds, wordStarts }: AlignedPair,
  path: Int32Array,
  expectedCosts: Float32Array,
): Pick<LineEvidence, 'wordExcess' | 'wordStretch'> {
  const words = wordCount(line);
  const excess = new Float64Array(words);
  const frames = new Float64Array(words);
  let word = 0;
  for (const [frame, row] of path.entries()) {
    while (word + 1 < words && row >= at(wordStarts, word + 1)) word += 1;
    const sound = at(sounds, row);
    excess[word] = at(excess, word) + at(costs, frame * SOUND_COUNT + sound) - at(expectedCosts, sound);
    frames[word] = at(frames, word) + 1;
  }
  const scale = frameCount(line) / sounds.length;
  return {
    wordExcess: Float32Array.from(excess, (sum, index) => sum / Math.sqrt(ASSUMED_WORD_FRAMES + at(frames, index))),
    wordStretch: Float32Array.from(frames, (count, index) => {
      const usual = (at(wordStarts, index + 1) - at(wordStarts, index)) * scale;
      return Math.log((count + ASSUMED_WORD_FRAMES) / (usual + ASSUMED_WORD_FRAMES));
    }),
  };
}

function measureClarity(heard: Float32Array, frames: number): Float32Array {
  return Float32Array.from({ length: frames }, (_, frame) => {
    const probabilities = heard.subarray(frame * SOUND_COUNT, (frame + 1) * SOUND_COUNT);
    return probabilities.reduce((max, probability) => Math.max(max, probability), 0);
  });
}

/** Returns the most frames by which the reading falls behind within `STALL_WINDOW`. */
function longestStall(path: Int32Array): number {
  let longest = 0;
  for (let frame = STALL_WINDOW; frame < path.length; frame += 1) {
    longest = Math.max(longest, STALL_WINDOW - at(path, frame) + at(path, frame - STALL_WINDOW));
  }
  return longest;
}
