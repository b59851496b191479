// How a voice realises each expected sound. Inner loops index typed arrays with `as number`, because calling a
// function for each value would take twice as long; all indexes are below the arrays' sizes.
import { at } from '../../../shared/rules/at.ts';
import { MAX_FRAME_COST } from './align.ts';
import { SOUND_COUNT } from './sound-classes.ts';

/** A line's classified sounds, and the sound that is expected in each frame. */
export interface HeardLine {
  /** `SOUND_COUNT` probabilities for each frame. */
  readonly heard: Float32Array;
  /** For each frame, the sound of the reading at that place. */
  readonly expected: Uint8Array;
}

export interface SoundHabit {
  /** For each expected sound, the probability that each sound is heard. */
  readonly confusions: Float32Array;
  /** The probability that each sound is heard anywhere. */
  readonly heardShares: Float32Array;
}

/** Weight, in frames, of the prior assumption that a sound is usually heard as itself. */
const ASSUMED_FRAMES = 60;
const ASSUMED_RIGHT = 0.6;
/** Added to probabilities, so that an impossible sound has a finite cost. */
const PROBABILITY_FLOOR = 0.003;
const RATIO_FLOOR = 0.01;
const MIN_HEARD_FRAMES = 1e-3;

export function learnHabit(lines: readonly HeardLine[]): SoundHabit {
  const sums = new Float64Array(SOUND_COUNT * SOUND_COUNT);
  const frames = new Float64Array(SOUND_COUNT);
  for (const { heard, expected } of lines) {
    for (const [frame, sound] of expected.entries()) {
      frames[sound] = at(frames, sound) + 1;
      const row = sound * SOUND_COUNT;
      const from = frame * SOUND_COUNT;
      for (let other = 0; other < SOUND_COUNT; other += 1) {
        sums[row + other] = (sums[row + other] as number) + (heard[from + other] as number);
      }
    }
  }
  const heardShares = shareOfEachSound(sums);
  const confusions = Float32Array.from(sums, (sum, index) => {
    const sound = Math.floor(index / SOUND_COUNT);
    const other = index % SOUND_COUNT;
    const assumed = (sound === other ? ASSUMED_RIGHT : 0) + (1 - ASSUMED_RIGHT) * at(heardShares, other);
    return (sum + ASSUMED_FRAMES * assumed) / (at(frames, sound) + ASSUMED_FRAMES);
  });
  return { confusions, heardShares };
}

function shareOfEachSound(sums: Float64Array): Float32Array {
  const heard = new Float64Array(SOUND_COUNT).fill(MIN_HEARD_FRAMES);
  for (const [index, sum] of sums.entries()) heard[index % SOUND_COUNT] = at(heard, index % SOUND_COUNT) + sum;
  const total = heard.reduce((sum, frames) => sum + frames, 0);
  return Float32Array.from(heard, (frames) => frames / total);
}

/** Returns the cost of each sound in each frame (`AlignedPair.costs`) for an unknown voice. */
export function plainCosts(heard: Float32Array, priors: Float32Array): Float32Array {
  const costs = new Float32Array(heard.length);
  for (let index = 0; index < heard.length; index += 1) {
    const prior = priors[index % SOUND_COUNT] as number;
    costs[index] = -Math.log(((heard[index] as number) + PROBABILITY_FLOOR) / (prior + PROBABILITY_FLOOR));
  }
  return relativeToCheapest(costs);
}

/** Returns the cost of each sound in each frame (`AlignedPair.costs`) for a voice with a known habit. */
export function habitCosts(heard: Float32Array, { confusions, heardShares }: SoundHabit): Float32Array {
  const costs = new Float32Array(heard.length);
  const ratios = new Float64Array(SOUND_COUNT);
  for (let from = 0; from < heard.length; from += SOUND_COUNT) {
    for (let sound = 0; sound < SOUND_COUNT; sound += 1) {
      ratios[sound] = (heard[from + sound] as number) / (heardShares[sound] as number);
    }
    for (let sound = 0; sound < SOUND_COUNT; sound += 1) {
      const row = sound * SOUND_COUNT;
      let sum = RATIO_FLOOR;
      for (let other = 0; other < SOUND_COUNT; other += 1) {
        sum += (confusions[row + other] as number) * (ratios[other] as number);
      }
      costs[from + sound] = -Math.log(sum);
    }
  }
  return relativeToCheapest(costs);
}

/** Makes the cheapest sound of each frame cost 0, in place. */
function relativeToCheapest(costs: Float32Array): Float32Array {
  for (let from = 0; from < costs.length; from += SOUND_COUNT) {
    let least = Infinity;
    for (let index = from; index < from + SOUND_COUNT; index += 1) least = Math.min(least, costs[index] as number);
    for (let index = from; index < from + SOUND_COUNT; index += 1) {
      costs[index] = Math.min(MAX_FRAME_COST, (costs[index] as number) - least);
    }
  }
  return costs;
}

/** Number of frames without cost that are added for each sound. */
const ASSUMED_FREE_FRAMES = 5;
/** Limits the effect of faulty lines on the expected cost. */
const MAX_LEARNT_COST = 2;

/** Returns the usual cost of each sound. @param lines the cost of each frame of the best path, and its expected sound */
export function learnExpectedCosts(
  lines: readonly { readonly costs: Float32Array; readonly expected: Uint8Array }[],
): Float32Array {
  const sums = new Float64Array(SOUND_COUNT);
  const frames = new Float64Array(SOUND_COUNT).fill(ASSUMED_FREE_FRAMES);
  for (const { costs, expected } of lines) {
    for (const [frame, sound] of expected.entries()) {
      sums[sound] = at(sums, sound) + Math.min(MAX_LEARNT_COST, at(costs, frame));
      frames[sound] = at(frames, sound) + 1;
    }
  }
  return Float32Array.from(sums, (sum, sound) => sum / at(frames, sound));
}
