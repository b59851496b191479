/** Whisper recognises at most 30 seconds at once, and other models need a lot of memory for longer audio. */
const MAX_SECONDS = 28;
const MIN_SECONDS = 14;
const WINDOW_SECONDS = 0.1;

/**
 * Splits audio into parts of at most 28 seconds, at the quietest places. Returns positions in samples: the start of each
 * part, and the end of the last one.
 */
export function quietCuts(samples: Float32Array, sampleRate: number): number[] {
  const cuts = [0];
  const [longest, shortest] = [Math.floor(MAX_SECONDS * sampleRate), Math.floor(MIN_SECONDS * sampleRate)];
  let from = 0;
  while (samples.length - from > longest) {
    from = quietestPlace(samples, from + shortest, from + longest, Math.floor(WINDOW_SECONDS * sampleRate));
    cuts.push(from);
  }
  cuts.push(samples.length);
  return cuts;
}

/** Returns the middle of the quietest window between two positions. */
function quietestPlace(samples: Float32Array, from: number, to: number, window: number): number {
  let energy = 0;
  let best = { energy: Number.POSITIVE_INFINITY, place: to };
  for (let place = from; place < to; place += 1) {
    energy += (samples[place] ?? 0) ** 2;
    if (place - from < window - 1) continue;
    if (energy < best.energy) best = { energy, place: place - (window >> 1) };
    energy -= (samples[place - window + 1] ?? 0) ** 2;
  }
  return best.place;
}
