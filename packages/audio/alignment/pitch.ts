import { ALIGNMENT_RATE } from '../../../shared/model/proof.ts';
import { sampleAt } from '../codecs/pcm.ts';

const DECIMATION = 4;
const RATE = ALIGNMENT_RATE / DECIMATION;
const WINDOW = RATE / 25;
const LOWEST_HZ = 62;
const HIGHEST_HZ = 400;
/** More windows hardly change the median. */
const MAX_WINDOWS = 300;
/** A window is voiced if its correlation with the previous period exceeds this. */
const MIN_CORRELATION = 0.7;
/** A longer period must correlate this much better, because multiples of the period correlate as well as the period. */
const ADVANTAGE = 0.02;
const MIN_ENERGY = 1e-3;

/** Estimates the median pitch in Hz; null if nothing is voiced. @param samples at `ALIGNMENT_RATE` */
export function medianPitch(samples: Float32Array): number | null {
  const slow = decimate(samples);
  const longest = Math.ceil(RATE / LOWEST_HZ);
  const step = Math.max(WINDOW, Math.floor(slow.length / MAX_WINDOWS));
  const pitches: number[] = [];
  for (let start = 0; start + WINDOW + longest <= slow.length; start += step) {
    const period = findPeriod(slow, start, longest);
    if (period !== null) pitches.push(RATE / period);
  }
  return pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? null;
}

function findPeriod(samples: Float32Array, start: number, longest: number): number | null {
  const energy = product(samples, start, start);
  if (energy < MIN_ENERGY) return null;
  let period = null;
  let best = MIN_CORRELATION - ADVANTAGE;
  for (let lag = Math.floor(RATE / HIGHEST_HZ); lag <= longest; lag += 1) {
    const shifted = product(samples, start + lag, start + lag);
    const correlation = product(samples, start, start + lag) / Math.sqrt(energy * shifted + 1e-12);
    if (correlation <= best + ADVANTAGE) continue;
    best = correlation;
    period = lag;
  }
  return period;
}

function product(samples: Float32Array, start: number, other: number): number {
  let sum = 0;
  for (let index = 0; index < WINDOW; index += 1)
    sum += sampleAt(samples, start + index) * sampleAt(samples, other + index);
  return sum;
}

function decimate(samples: Float32Array): Float32Array {
  const slow = new Float32Array(Math.floor(samples.length / DECIMATION));
  for (let index = 0; index < slow.length; index += 1) {
    let sum = 0;
    for (let offset = 0; offset < DECIMATION; offset += 1) sum += sampleAt(samples, index * DECIMATION + offset);
    slow[index] = sum;
  }
  return slow;
}
