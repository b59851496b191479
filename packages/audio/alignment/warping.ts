// Dynamic time warping with a preference for the diagonal. Memory and time are proportional to the length.

import type { Features } from './features.ts';

export interface Warping {
  /** For each frame of the first sequence, the first and the last frame of the second that it is aligned to. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** For each frame of the first sequence, the mean distance to the frames that it is aligned to. */
  readonly distances: Float32Array;
}

/** Cost of a diagonal step relative to a horizontal or vertical step, two of which go as far as a diagonal one. */
const DIAGONAL_WEIGHT = 1.2;
/** Number of frames averaged into a frame of the next coarser level. */
const COARSENING = 4;
/** Shorter sequences are compared completely. */
const MAX_COMPLETE_FRAMES = 500;
/** Maximum deviation from the path found on the coarser level, in coarse frames. */
const RADIUS = 12;

/** For each frame of the first sequence, the considered frames of the second, from `from` up to, but not including, `to`. */
interface WarpingBand {
  readonly from: Int32Array;
  readonly to: Int32Array;
}

/** Aligns two sequences of the same number of dimensions from start to end. */
export function warp(a: Features, b: Features): Warping {
  const isShort = Math.min(a.frames, b.frames) <= COARSENING * 2;
  if (isShort || Math.max(a.frames, b.frames) <= MAX_COMPLETE_FRAMES) return warpWithin(a, b, completeBand(a, b));
  const coarse = warp(coarsen(a), coarsen(b));
  return warpWithin(a, b, bandAround(coarse, a.frames, b.frames));
}

function completeBand(a: Features, b: Features): WarpingBand {
  return { from: new Int32Array(a.frames), to: new Int32Array(a.frames).fill(b.frames) };
}

function bandAround(coarse: Warping, frames: number, otherFrames: number): WarpingBand {
  const from = new Int32Array(frames);
  const to = new Int32Array(frames);
  const rows = coarse.first.length;
  for (let frame = 0; frame < frames; frame += 1) {
    const row = Math.min(rows - 1, Math.floor(frame / COARSENING));
    const low = coarse.first[Math.max(0, row - RADIUS)] ?? 0;
    const high = coarse.last[Math.min(rows - 1, row + RADIUS)] ?? 0;
    from[frame] = Math.min(otherFrames - 1, Math.max(0, Math.min(low, (coarse.first[row] ?? 0) - RADIUS) * COARSENING));
    to[frame] = Math.min(otherFrames, (Math.max(high, (coarse.last[row] ?? 0) + RADIUS) + 1) * COARSENING);
  }
  to[frames - 1] = otherFrames;
  return { from, to };
}

function coarsen({ values, frames, dimensions }: Features): Features {
  const count = Math.ceil(frames / COARSENING);
  const means = new Float32Array(count * dimensions);
  for (let frame = 0; frame < frames; frame += 1) {
    const coarse = Math.floor(frame / COARSENING);
    const size = Math.min(COARSENING, frames - coarse * COARSENING);
    for (let dimension = 0; dimension < dimensions; dimension += 1) {
      const index = coarse * dimensions + dimension;
      means[index] = (means[index] ?? 0) + (values[frame * dimensions + dimension] ?? 0) / size;
    }
  }
  return { values: means, frames: count, dimensions };
}

const DIAGONAL = 0;
const DOWN = 1;
const ACROSS = 2;

function warpWithin(a: Features, b: Features, band: WarpingBand): Warping {
  const { from, to } = band;
  const offsets = new Int32Array(a.frames + 1);
  for (let row = 0; row < a.frames; row += 1) {
    offsets[row + 1] = (offsets[row] ?? 0) + Math.max(0, (to[row] ?? 0) - (from[row] ?? 0));
  }
  const cells = offsets[a.frames] ?? 0;
  const steps = new Uint8Array(cells);
  const distances = new Float32Array(cells);
  let above = new Float64Array(b.frames + 1).fill(Infinity);
  let current = new Float64Array(b.frames + 1).fill(Infinity);
  // Costs are shifted by one, so that index 0 stands for no frame of the second sequence.
  above[0] = 0;
  for (let row = 0; row < a.frames; row += 1) {
    // All indexes are within the arrays, which `as` states because a check would double the time.
    const start = from[row] as number;
    const end = to[row] as number;
    const offset = (offsets[row] as number) - start;
    current.fill(Infinity, start, end + 1);
    current[start] = Infinity;
    for (let column = start; column < end; column += 1) {
      const distance = distanceBetween(a, row, b, column);
      distances[offset + column] = distance;
      const diagonal = (above[column] as number) + DIAGONAL_WEIGHT * distance;
      const down = (above[column + 1] as number) + distance;
      const across = (current[column] as number) + distance;
      let best = diagonal;
      let step = DIAGONAL;
      if (down < best) {
        best = down;
        step = DOWN;
      }
      if (across < best) {
        best = across;
        step = ACROSS;
      }
      current[column + 1] = best;
      steps[offset + column] = step;
    }
    [above, current] = [current, above];
    // Outside this row's band, the next row finds no path.
    const next = Math.min(row + 1, a.frames - 1);
    above.fill(Infinity, Math.min(start, from[next] as number), start + 1);
    above.fill(Infinity, end + 1, (to[next] as number) + 1);
  }
  return traceBack(a.frames, b.frames, band, offsets, steps, distances);
}

function distanceBetween(a: Features, row: number, b: Features, column: number): number {
  const { dimensions, values } = a;
  const others = b.values;
  let sum = 0;
  const start = row * dimensions;
  const otherStart = column * dimensions;
  for (let index = 0; index < dimensions; index += 1) {
    const difference = (values[start + index] as number) - (others[otherStart + index] as number);
    sum += difference * difference;
  }
  return Math.sqrt(sum);
}

function traceBack(
  rows: number,
  columns: number,
  { from }: WarpingBand,
  offsets: Int32Array,
  steps: Uint8Array,
  cellDistances: Float32Array,
): Warping {
  const first = new Int32Array(rows);
  const last = new Int32Array(rows).fill(-1);
  const distances = new Float32Array(rows);
  const counts = new Uint32Array(rows);
  let row = rows - 1;
  let column = columns - 1;
  while (row >= 0 && column >= 0) {
    const cell = (offsets[row] ?? 0) + column - (from[row] ?? 0);
    first[row] = column;
    if ((last[row] ?? -1) < 0) last[row] = column;
    distances[row] = (distances[row] ?? 0) + (cellDistances[cell] ?? 0);
    counts[row] = (counts[row] ?? 0) + 1;
    const step = steps[cell];
    if (step !== ACROSS) row -= 1;
    if (step !== DOWN) column -= 1;
  }
  // The path starts at the first frames of both, except where the band made that impossible.
  for (; row >= 0; row -= 1) {
    first[row] = 0;
    last[row] = Math.max(0, last[row] ?? 0);
  }
  for (let index = 0; index < rows; index += 1)
    distances[index] = (distances[index] ?? 0) / Math.max(1, counts[index] ?? 1);
  return { first, last, distances };
}
