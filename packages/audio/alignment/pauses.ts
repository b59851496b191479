import { ALIGNMENT_RATE } from '../../../shared/model/proof.ts';
import { at } from '../../../shared/rules/at.ts';
import { sampleAt } from '../codecs/pcm.ts';

/** A quiet stretch, in seconds. */
export interface Pause {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** 5 ms. */
const HOP = 80;
/** 10 ms. */
const WINDOW = 160;

/** Quiet means this far below the loud parts of speech, or within a few decibels of the noise in between. */
const QUIET_BELOW_LOUD_DB = 35;
const NOISE_MARGIN_DB = 6;
/** Speech louder than the noise is assumed to be at most this far below the loud parts. */
const MIN_QUIET_BELOW_LOUD_DB = 15;
const LOUD_SHARE = 0.95;
const NOISE_SHARE = 0.05;
/** Digital silence doesn't count as noise. */
const MIN_NOISE_DB = -90;

/** Finds all quiet stretches, in order, including those at the start and the end. @param samples at `ALIGNMENT_RATE` */
export function findPauses(samples: Float32Array): Pause[] {
  const levels = measureLevels(samples);
  const audible = levels.filter((level) => level > MIN_NOISE_DB).sort();
  const loud = audible[Math.floor(LOUD_SHARE * audible.length)] ?? 0;
  const noise = audible[Math.floor(NOISE_SHARE * audible.length)] ?? MIN_NOISE_DB;
  const threshold = Math.max(
    loud - QUIET_BELOW_LOUD_DB,
    Math.min(loud - MIN_QUIET_BELOW_LOUD_DB, noise + NOISE_MARGIN_DB),
  );
  const pauses: Pause[] = [];
  for (let from = 0; from < levels.length; from += 1) {
    if (at(levels, from) >= threshold) continue;
    let to = from + 1;
    while (to < levels.length && at(levels, to) < threshold) to += 1;
    const endSeconds = to === levels.length ? samples.length / ALIGNMENT_RATE : (to * HOP) / ALIGNMENT_RATE;
    pauses.push({ startSeconds: (from * HOP) / ALIGNMENT_RATE, endSeconds });
    from = to;
  }
  return pauses;
}

/** Mean square of each window in dB. */
function measureLevels(samples: Float32Array): Float32Array {
  const levels = new Float32Array(Math.ceil(samples.length / HOP));
  for (let index = 0; index < levels.length; index += 1) {
    const end = Math.min(samples.length, index * HOP + WINDOW);
    let sum = 1e-12;
    for (let sample = index * HOP; sample < end; sample += 1) sum += sampleAt(samples, sample) ** 2;
    levels[index] = 10 * Math.log10(sum / WINDOW);
  }
  return levels;
}
