import { type Cepstra, COEFFICIENTS } from './cepstra.ts';

/** Rows of numbers, one for each frame. */
export interface Features {
  readonly values: Float32Array;
  readonly frames: number;
  readonly dimensions: number;
}

/** Weight of the loudness relative to the other coefficients. */
const LOUDNESS_WEIGHT = 1.2;
/** Frames on each side from which the change of a coefficient is estimated. */
const DELTA_SPAN = 2;
/** Weight of a change per frame relative to the coefficient itself. */
const DELTA_WEIGHT = 3;

/** Adds to each coefficient how fast it changes. */
export function withDeltas({ coefficients, keptCount }: Cepstra): Features {
  const dimensions = 2 * COEFFICIENTS;
  const values = new Float32Array(keptCount * dimensions);
  let squares = 0;
  for (let distance = 1; distance <= DELTA_SPAN; distance += 1) squares += 2 * distance ** 2;
  const value = (frame: number, coefficient: number): number =>
    coefficients[Math.max(0, Math.min(keptCount - 1, frame)) * COEFFICIENTS + coefficient] ?? 0;
  for (let frame = 0; frame < keptCount; frame += 1) {
    for (let coefficient = 0; coefficient < COEFFICIENTS; coefficient += 1) {
      const index = frame * dimensions + coefficient;
      values[index] = value(frame, coefficient) * (coefficient === 0 ? LOUDNESS_WEIGHT : 1);
      let slope = 0;
      for (let distance = 1; distance <= DELTA_SPAN; distance += 1) {
        slope += distance * (value(frame + distance, coefficient) - value(frame - distance, coefficient));
      }
      values[index + COEFFICIENTS] = (DELTA_WEIGHT * slope) / squares;
    }
  }
  return { values, frames: keptCount, dimensions };
}
