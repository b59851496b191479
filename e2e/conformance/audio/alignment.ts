// Finds a passage of speech in a longer recording by dynamic time warping with a free start and end. The comparison
// tolerates differences in pace and pauses, so it also works with engines that never speak a text the same way twice.
import { type Frames, HOP_SECONDS, trimSilence } from './spectrum.ts';

export interface SpeechMatch {
  /** Distance at the best match, in decibels per band; 0 if identical. */
  readonly unlikeness: number;
  /** Start and end of the match in the longer recording, in seconds. */
  readonly from: number;
  readonly to: number;
}

function distance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let band = 0; band < a.length; band += 1) sum += Math.abs((a[band] ?? 0) - (b[band] ?? 0));
  return sum / a.length;
}

interface Row {
  readonly cost: Float64Array;
  /** For each cell, the length of the cheapest path to it, and the frame where that path starts. */
  readonly steps: Float64Array;
  readonly start: Int32Array;
}

const emptyRow = (length: number): Row => ({
  cost: new Float64Array(length),
  steps: new Float64Array(length),
  start: new Int32Array(length),
});

/** Computes the next row: each cell extends the cheapest of its three predecessors. */
function nextRow(previous: Row, sought: Float32Array, frames: readonly Float32Array[]): Row {
  const row = emptyRow(frames.length);
  for (let j = 0; j < frames.length; j += 1) {
    let [cost, steps, start] = [previous.cost[j] ?? 0, previous.steps[j] ?? 0, previous.start[j] ?? 0];
    const diagonal = previous.cost[j - 1] ?? Number.POSITIVE_INFINITY;
    if (diagonal <= cost) [cost, steps, start] = [diagonal, previous.steps[j - 1] ?? 0, previous.start[j - 1] ?? 0];
    const left = row.cost[j - 1] ?? Number.POSITIVE_INFINITY;
    if (left < cost) [cost, steps, start] = [left, row.steps[j - 1] ?? 0, row.start[j - 1] ?? 0];
    row.cost[j] = cost + distance(sought, frames[j] ?? sought);
    row.steps[j] = steps + 1;
    row.start[j] = start;
  }
  return row;
}

/** Returns the passage of a longer recording that best matches the speech. */
export function findSpeech(speech: Frames, within: Frames): SpeechMatch {
  const sought = trimSilence(speech).bands;
  const frames = within.bands;
  const [first = new Float32Array(0), ...others] = sought;
  let row = emptyRow(frames.length);
  for (const [j, frame] of frames.entries()) {
    row.cost[j] = distance(first, frame);
    row.steps[j] = 1;
    row.start[j] = j;
  }
  for (const frame of others) row = nextRow(row, frame, frames);
  let best = 0;
  const unlikeness = (j: number): number => (row.cost[j] ?? 0) / (row.steps[j] || 1);
  for (let j = 1; j < frames.length; j += 1) if (unlikeness(j) < unlikeness(best)) best = j;
  return {
    unlikeness: frames.length === 0 || sought.length === 0 ? Number.POSITIVE_INFINITY : unlikeness(best),
    from: (row.start[best] ?? 0) * HOP_SECONDS,
    to: best * HOP_SECONDS,
  };
}
