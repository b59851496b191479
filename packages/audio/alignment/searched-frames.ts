// Prepares recordings and lines for the search, in frames of about 30 ms.
import { at } from '../../../shared/rules/at.ts';
import { COEFFICIENTS } from './cepstra.ts';
import type { ScriptSounds, SearchedFrames } from './line-search.ts';
import type { ReadingSounds } from './prepared-line.ts';
import type { MeasuredRecording } from './recording-frames.ts';
import { SOUND_COUNT } from './sound-classes.ts';

/** Frames of 10 ms per frame of the search. */
const COARSENING = 3;

export interface GroupedFrames extends SearchedFrames {
  /** The first frame of the recording in each frame of the search, and the number of frames. */
  readonly firstFrames: Int32Array;
}

/** Frames that are classified at once, so that the sounds of a whole recording are never in memory. */
const MAX_CLASSIFIED = 30_000;

/**
 * Averages the costs of the sounds in each frame of the search.
 * @param costsOf returns the costs of the sounds (`AlignedPair.costs`) in frames with some coefficients
 */
export function groupFrames(
  { coefficients, isAfterPause }: MeasuredRecording,
  costsOf: (coefficients: Float32Array) => Float32Array,
): GroupedFrames {
  const firstFrames = groupStarts(isAfterPause);
  const count = firstFrames.length - 1;
  const costs = new Float32Array(count * SOUND_COUNT);
  for (let group = 0; group < count; ) {
    const start = at(firstFrames, group);
    let end = group + 1;
    while (end < count && at(firstFrames, end + 1) - start <= MAX_CLASSIFIED) end += 1;
    const fine = costsOf(coefficients.subarray(start * COEFFICIENTS, at(firstFrames, end) * COEFFICIENTS));
    for (; group < end; group += 1) {
      const from = at(firstFrames, group);
      const to = at(firstFrames, group + 1);
      for (let frame = from; frame < to; frame += 1) {
        for (let sound = 0; sound < SOUND_COUNT; sound += 1) {
          const index = group * SOUND_COUNT + sound;
          costs[index] = at(costs, index) + at(fine, (frame - start) * SOUND_COUNT + sound) / (to - from);
        }
      }
    }
  }
  const afterPause = Uint8Array.from({ length: count }, (_, group) => at(isAfterPause, at(firstFrames, group)));
  return { count, costs, isAfterPause: afterPause, firstFrames };
}

/** Pauses are between groups. */
function groupStarts(isAfterPause: Uint8Array): Int32Array {
  const starts: number[] = [];
  for (let from = 0; from < isAfterPause.length; ) {
    let to = from + 1;
    while (to < isAfterPause.length && isAfterPause[to] === 0) to += 1;
    const count = Math.max(1, Math.round((to - from) / COARSENING));
    for (let group = 0; group < count; group += 1) starts.push(from + Math.floor((group * (to - from)) / count));
    from = to;
  }
  starts.push(isAfterPause.length);
  return Int32Array.from(starts);
}

/** @param pace frames of the recording for each frame of a reading */
export function joinReadings(readings: readonly (ReadingSounds | null)[], pace: number): ScriptSounds {
  const starts = new Int32Array(readings.length + 1);
  for (const [line, reading] of readings.entries()) {
    const frames = reading ? Math.max(1, Math.round((reading.sounds.length * pace) / COARSENING)) : 0;
    starts[line + 1] = at(starts, line) + frames;
  }
  const sounds = new Uint8Array(at(starts, readings.length));
  for (const [line, reading] of readings.entries()) {
    if (!reading) continue;
    const start = at(starts, line);
    const frames = at(starts, line + 1) - start;
    for (let frame = 0; frame < frames; frame += 1) {
      const place = Math.floor(((frame + 0.5) * reading.sounds.length) / frames);
      sounds[start + frame] = at(reading.sounds, place);
    }
  }
  return { sounds, starts };
}
