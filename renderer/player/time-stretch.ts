// Changes the speed of speech without changing its pitch (WSOLA). Overlapping windows are moved closer together or
// further apart, and each window is then shifted to the position where it best matches the previous one.

/** Half the length of a window in seconds, which is enough for two periods of a low voice. */
const HALF_WINDOW_SECONDS = 0.015;
/** Maximum shift of a window in seconds: one period of a low voice. */
const MAX_SHIFT_SECONDS = 0.01;
/** The distance in frames between compared samples, and between the positions that are tried. */
const STRIDE = 4;

export interface StretchedSound {
  readonly length: number;
  /** Returns the next frames of each channel. At the end, returns fewer frames, and after that null. */
  next(frames: number): Float32Array<ArrayBuffer>[] | null;
}

export interface StretchOptions {
  /** In Hz. */
  readonly sampleRate: number;
  readonly speed: number;
  /** In frames. */
  readonly from: number;
  readonly to: number;
}

export function stretchSound(channels: readonly Float32Array[], options: StretchOptions): StretchedSound {
  const { sampleRate, speed, from, to } = options;
  const half = Math.round(HALF_WINDOW_SECONDS * sampleRate);
  const reach = Math.round(MAX_SHIFT_SECONDS * sampleRate);
  const length = Math.max(0, Math.round((to - from) / speed));
  const [leader = new Float32Array()] = channels;
  /** The position in the source at which the previous window continues. */
  let onward = from;
  let windows = 0;
  let made = 0;
  const lanes = channels.map((samples) => ({ samples, rest: new Float32Array(half) }));
  let restFrom = half;

  const makeHalf = (): void => {
    const wanted = from + Math.round(windows * half * speed);
    const place = windows === 0 ? from : bestMatch(leader, onward, wanted, half, reach);
    for (const lane of lanes) lane.rest = crossfade(lane.samples, onward, place, half, to);
    restFrom = 0;
    onward = place + half;
    windows += 1;
  };
  return {
    length,
    next(frames) {
      const count = Math.min(frames, length - made);
      if (count <= 0) return null;
      const out = lanes.map((lane) => ({ lane, frames: new Float32Array(count) }));
      for (let filled = 0; filled < count; ) {
        if (restFrom >= half) makeHalf();
        const step = Math.min(half - restFrom, count - filled);
        for (const one of out) one.frames.set(one.lane.rest.subarray(restFrom, restFrom + step), filled);
        restFrom += step;
        filled += step;
      }
      made += count;
      return out.map((one) => one.frames);
    },
  };
}

/** Crossfades over half a window. If the positions are equal, the result is identical to the source. */
function crossfade(
  samples: Float32Array,
  before: number,
  after: number,
  half: number,
  to: number,
): Float32Array<ArrayBuffer> {
  const out = new Float32Array(half);
  const at = (index: number): number => (index >= to ? 0 : (samples[index] ?? 0));
  for (let index = 0; index < half; index += 1) {
    const share = 0.5 - 0.5 * Math.cos((Math.PI * (index + 0.5)) / half);
    out[index] = (1 - share) * at(before + index) + share * at(after + index);
  }
  return out;
}

function bestMatch(samples: Float32Array, reference: number, expected: number, half: number, maxShift: number): number {
  let best = expected;
  let bestLikeness = Number.NEGATIVE_INFINITY;
  const consider = (place: number): void => {
    const likeness = similarity(samples, reference, place, half);
    if (likeness <= bestLikeness) return;
    bestLikeness = likeness;
    best = place;
  };
  consider(expected);
  for (let by = STRIDE; by <= maxShift; by += STRIDE) {
    consider(expected - by);
    consider(expected + by);
  }
  const coarse = best;
  for (let by = 1; by < STRIDE; by += 1) {
    consider(coarse - by);
    consider(coarse + by);
  }
  return best;
}

/** Returns how similar two ranges are, regardless of their levels: 1 if they differ only in level. */
function similarity(samples: Float32Array, one: number, other: number, length: number): number {
  let product = 0;
  let energy = 1e-9;
  for (let index = 0; index < length; index += STRIDE) {
    const value = samples[other + index] ?? 0;
    product += (samples[one + index] ?? 0) * value;
    energy += value * value;
  }
  return product / Math.sqrt(energy);
}
