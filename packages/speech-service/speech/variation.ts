// Makes takes differ by small random shifts, which are seeded and scaled by the temperature.

export interface Variation {
  readonly pace: number;
  /** In steps on eSpeak NG's scale from 0 to 99. */
  readonly pitch: number;
  readonly range: number;
  readonly gain: number;
}

/** Maximum shift in each direction at temperature 1. */
const MAX_SHIFTS = { pace: 0.05, pitch: 4, range: 8, gain: 0.06 } as const;

/** Returns a generator of numbers from 0 to 1, seeded by an integer from 0 to 2^53: Mulberry32 over both halves. */
export function createSeededRandom(seed: number): () => number {
  const low = seed >>> 0;
  const high = Math.floor(seed / 2 ** 32) >>> 0;
  let state = (low ^ Math.imul(high ^ 0x9e3779b9, 0x85ebca6b)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param temperature 0 (no shifts) to 2 */
export function createVariations(seed: number, temperature: number): () => Variation {
  const next = createSeededRandom(seed);
  const shift = (width: number): number => (next() * 2 - 1) * width * temperature;
  return () => ({
    pace: 1 + shift(MAX_SHIFTS.pace),
    pitch: Math.round(shift(MAX_SHIFTS.pitch)),
    range: Math.round(shift(MAX_SHIFTS.range)),
    gain: 1 - next() * MAX_SHIFTS.gain * temperature,
  });
}
