// How single words sound, to find names that are pronounced differently. A word's sound is the sequence of its classified
// sounds, so that the voice's pitch, volume and pace hardly matter.
import { MIN_NAME_OCCURRENCES, type WordTime } from '../../../shared/model/proof.ts';
import { at } from '../../../shared/rules/at.ts';
import { frameAtSeconds, measureCepstra } from './cepstra.ts';
import type { SpokenTake } from './prepared-line.ts';
import { SOUND_COUNT } from './sound-classes.ts';
import { classifySounds } from './sound-classifier.ts';
import { toSixteenKilohertz } from './to-sixteen-khz.ts';
import { quantile, unknownVoice, type VoiceModel } from './voice-model.ts';

/** For each frame of 10 ms, the square root of each sound's probability, from 0 to 255. */
export type WordSound = Uint8Array;

const LARGEST = 255;

/**
 * Returns how words of a take sound. Takes about 1/150 of its duration.
 * @param spans when the words are spoken @param voice from `learnVoice`; null if nothing is known about the voice
 */
export function wordSounds(
  { samples, sampleRate }: Pick<SpokenTake, 'samples' | 'sampleRate'>,
  spans: readonly Pick<WordTime, 'startSeconds' | 'endSeconds'>[],
  voice: VoiceModel | null,
): WordSound[] {
  const { coefficients, originalCount, keptOfOriginal } = measureCepstra(toSixteenKilohertz(samples, sampleRate));
  const probabilities = classifySounds((voice ?? unknownVoice()).classifier, coefficients);
  const frameAt = (seconds: number): number =>
    at(keptOfOriginal, Math.max(0, Math.min(originalCount - 1, frameAtSeconds(seconds))));
  return spans.map(({ startSeconds, endSeconds }) => {
    const from = frameAt(startSeconds);
    const own = probabilities.subarray(from * SOUND_COUNT, (frameAt(endSeconds) + 1) * SOUND_COUNT);
    return Uint8Array.from(own, (probability) => Math.round(LARGEST * Math.sqrt(probability)));
  });
}

const frameCount = (sound: WordSound): number => sound.length / SOUND_COUNT;

/** Frames at each end of a word that are ignored if that helps, because word times aren't exact. */
const EDGE_FRAMES = 6;
/** An edge is at most this share of a word. */
const EDGE_SHARE = 0.25;
/** Shorter words have no reliable sound. */
const MIN_FRAMES = 10;
/** Weight of a diagonal step, which advances in both words. */
const DIAGONAL_WEIGHT = 2;

/**
 * Compares two words by dynamic time warping. Returns the mean distance of their frames (Bhattacharyya, 0 to 1); null if one
 * of them is too short.
 */
export function soundDistance(a: WordSound, b: WordSound): number | null {
  const [rows, columns] = [frameCount(a), frameCount(b)];
  if (rows < MIN_FRAMES || columns < MIN_FRAMES) return null;
  const edge = Math.min(EDGE_FRAMES, Math.floor(EDGE_SHARE * Math.min(rows, columns)));
  let costs = Float64Array.from({ length: columns + 1 }, (_, column) => (column <= edge ? 0 : Infinity));
  let weights = new Float64Array(columns + 1);
  let best = Infinity;
  for (let row = 1; row <= rows; row += 1) {
    const nextCosts = new Float64Array(columns + 1).fill(Infinity);
    const nextWeights = new Float64Array(columns + 1);
    if (row <= edge) nextCosts[0] = 0;
    for (let column = 1; column <= columns; column += 1) {
      const cost = frameDistance(a, row - 1, b, column - 1);
      const diagonal = at(costs, column - 1) + DIAGONAL_WEIGHT * cost;
      const down = at(costs, column) + cost;
      const across = at(nextCosts, column - 1) + cost;
      const least = Math.min(diagonal, down, across);
      nextCosts[column] = least;
      nextWeights[column] =
        least === diagonal
          ? at(weights, column - 1) + DIAGONAL_WEIGHT
          : 1 + (least === down ? at(weights, column) : at(nextWeights, column - 1));
      const isEnd = (row === rows && column >= columns - edge) || (column === columns && row >= rows - edge);
      if (isEnd) best = Math.min(best, least / Math.max(1, at(nextWeights, column)));
    }
    costs = nextCosts;
    weights = nextWeights;
  }
  return best;
}

function frameDistance(a: WordSound, row: number, b: WordSound, column: number): number {
  let sum = 0;
  const [start, otherStart] = [row * SOUND_COUNT, column * SOUND_COUNT];
  for (let sound = 0; sound < SOUND_COUNT; sound += 1) {
    // Both indexes are within the words, which `as` states because a check would double the time.
    sum += (a[start + sound] as number) * (b[otherStart + sound] as number);
  }
  return Math.max(0, 1 - sum / LARGEST ** 2);
}

/** The same word, spoken several times by one voice. */
export interface RepeatedWord {
  /** Ordinary words are only compared to learn how much the voice varies. */
  readonly isName: boolean;
  readonly sounds: readonly WordSound[];
}

export interface OddSound {
  /** Index of the word, and of the sound among its sounds. */
  readonly word: number;
  readonly sound: number;
  /** From 0 to 1, assuming that one name in 50 is pronounced differently. */
  readonly confidence: number;
}

/** Each sound is compared with at most this number of others. */
const MAX_COMPARED = 12;
/** With fewer distances between the same ordinary words, the voice's variation isn't known. */
const MIN_ORDINARY_PAIRS = 30;
/** How much further a sound is from the others than usual, if it counts as different. */
const MIN_RATIO = 2.5;
/** Logistic regression of the logarithm of the ratio, fitted to the tuning voices of `bench/name-sounds.ts`. */
const CONFIDENCE = { slope: 5.7, offset: -6.5 } as const;

/**
 * Finds sounds of names that differ from the other sounds of the same name, more than the sounds of ordinary words usually
 * do. If a name has two pronunciations that are equally frequent, both are found or none.
 * @param words of one voice @returns null if the voice repeats too few ordinary words
 */
export function findOddSounds(words: readonly RepeatedWord[]): OddSound[] | null {
  const distances = words.map(({ sounds }) => distancesBetween(sounds));
  const ordinary = distances.flatMap((rows, word) => (words[word]?.isName ? [] : rows.flatMap(valuesOf)));
  if (ordinary.length < MIN_ORDINARY_PAIRS) return null;
  const usual = quantile(ordinary, 0.5);
  return words.flatMap(({ isName, sounds }, word) => {
    if (!isName || sounds.length < MIN_NAME_OCCURRENCES) return [];
    const rows = at(distances, word);
    return sounds.flatMap((_, sound): OddSound[] => {
      const own = valuesOf(rows[sound] ?? []);
      const others = rows.flatMap((row, other) =>
        other === sound ? [] : valuesOf(row.filter((distance) => distance.other !== sound)),
      );
      if (own.length < MIN_NAME_OCCURRENCES - 1 || others.length === 0) return [];
      const ratio = quantile(own, 0.5) / ((quantile(others, 0.5) + usual) / 2);
      return ratio < MIN_RATIO ? [] : [{ word, sound, confidence: confidenceOf(ratio) }];
    });
  });
}

const confidenceOf = (ratio: number): number =>
  1 / (1 + Math.exp(-(CONFIDENCE.slope * Math.log(ratio) + CONFIDENCE.offset)));

interface DistanceToOther {
  /** Index of the other sound. */
  readonly other: number;
  readonly value: number;
}

const valuesOf = (distances: readonly DistanceToOther[]): number[] => distances.map(({ value }) => value);

/** Returns the distances of each sound to others that are spread evenly over all of them. */
function distancesBetween(sounds: readonly WordSound[]): DistanceToOther[][] {
  return sounds.map((sound, index) => {
    const others = sounds.length - 1;
    const compared = Math.min(MAX_COMPARED, others);
    return Array.from({ length: compared }, (_, place) => {
      const other = Math.floor((place * others) / compared);
      return other < index ? other : other + 1;
    }).flatMap((other) => {
      const value = soundDistance(sound, at(sounds, other));
      return value === null ? [] : [{ other, value }];
    });
  });
}
