// Slower or faster at the same pitch: waveform-similarity overlap-add (WSOLA), after Verhelst and Roelands, 1993.

const WINDOW_SECONDS = 0.04;
/** How far from its place a window may be taken to fit what went before. */
const SEARCH_SECONDS = 0.01;
/** Samples are compared in steps of this many first, then one by one around the best. */
const COARSE_STEP = 4;

/** How well two stretches of sound match, from 0 up; `step` samples apart. */
function likeness(samples: Int16Array, a: number, b: number, length: number, step: number): number {
  let product = 0;
  let energy = 1;
  for (let index = 0; index < length; index += step) {
    const left = samples[a + index] ?? 0;
    const right = samples[b + index] ?? 0;
    product += left * right;
    energy += right * right;
  }
  return product / Math.sqrt(energy);
}

function bestIn(samples: Int16Array, wanted: number, from: number, to: number, length: number, step: number): number {
  let best = from;
  let bestLikeness = Number.NEGATIVE_INFINITY;
  for (let start = from; start <= to; start += step) {
    const found = likeness(samples, wanted, start, length, step);
    if (found > bestLikeness) {
      bestLikeness = found;
      best = start;
    }
  }
  return best;
}

/** The start, near `place`, of the window that continues the sound that would have come at `wanted`. */
function fittingStart(samples: Int16Array, wanted: number, place: number, search: number, length: number): number {
  const last = samples.length - length;
  const from = Math.max(0, Math.min(last, place - search));
  const to = Math.max(0, Math.min(last, place + search));
  if (wanted > last) return Math.max(0, Math.min(last, place));
  const coarse = bestIn(samples, wanted, from, to, length, COARSE_STEP);
  return bestIn(samples, wanted, Math.max(from, coarse - COARSE_STEP), Math.min(to, coarse + COARSE_STEP), length, 1);
}

/**
 * The same sound, `factor` times as long (0.1 to 10), at the same pitch. The result depends on nothing but its
 * arguments. Sound shorter than a window (40 ms) and a factor within 0.5 % of 1 are given back as they are.
 *
 * @param sampleRate Hz
 */
export function stretched(samples: Int16Array, factor: number, sampleRate: number): Int16Array {
  const window = Math.round((WINDOW_SECONDS * sampleRate) / 2) * 2;
  if (Math.abs(factor - 1) < 0.005 || samples.length < window * 2) return samples;
  const hop = window / 2;
  const search = Math.round(SEARCH_SECONDS * sampleRate);
  const length = Math.round(samples.length * factor);
  const sum = new Float32Array(length + window * 2);
  const fade = Float32Array.from(
    { length: window },
    (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / window),
  );
  let wanted = 0;
  for (let out = 0; out < length; out += hop) {
    const place = Math.round(out / factor);
    const start = out === 0 ? 0 : fittingStart(samples, wanted, place, search, window);
    for (let index = 0; index < window; index += 1) {
      // The first window has nothing before it to fade over.
      const weight = out === 0 && index < hop ? 1 : (fade[index] ?? 0);
      const at = out + index;
      sum[at] = (sum[at] ?? 0) + weight * (samples[start + index] ?? 0);
    }
    wanted = start + hop;
  }
  return Int16Array.from(sum.subarray(0, length), (value) => Math.max(-32768, Math.min(32767, Math.round(value))));
}
