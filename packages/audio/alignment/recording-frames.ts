// Measures recordings of any length piece by piece, so that only a few minutes of samples are in memory at once.
import { ALIGNMENT_RATE } from '../../../shared/model/proof.ts';
import { at } from '../../../shared/rules/at.ts';
import { COEFFICIENTS, frameSeconds, measureCepstra } from './cepstra.ts';
import { findPauses, type Pause } from './pauses.ts';

/** A recording's frames that aren't in long silences. Takes 65 bytes per frame of 10 ms. */
export interface MeasuredRecording {
  /** `COEFFICIENTS` values for each frame. */
  readonly coefficients: Float32Array;
  /** The middle of each frame, in seconds. */
  readonly frameTimes: Float64Array;
  /** 1 for frames that follow a pause, including the first one. */
  readonly isAfterPause: Uint8Array;
  readonly pauses: readonly Pause[];
  readonly durationSeconds: number;
}

/** Loudness and timbre are normalised separately for each stretch of this length, because they can change. */
const STRETCH = 300 * ALIGNMENT_RATE;
/** Samples that are searched for pauses at once, because the level of the noise can change. */
const PAUSE_SAMPLES = 60 * ALIGNMENT_RATE;

export class RecordingMeasurer {
  readonly #pieces: Float32Array[] = [];
  #pending = 0;
  /** Samples that were measured. */
  #start = 0;
  readonly #blocks: Float32Array[] = [];
  readonly #times: number[] = [];
  readonly #isAfterPause: number[] = [];
  readonly #pauses: Pause[] = [];

  /** @param samples mono, at `ALIGNMENT_RATE`; not copied */
  add(samples: Float32Array): void {
    this.#pieces.push(samples);
    this.#pending += samples.length;
    if (this.#pending < 1.5 * STRETCH) return;
    const pending = this.#takePending();
    let from = 0;
    for (; pending.length - from >= 1.5 * STRETCH; from += STRETCH)
      this.#measure(pending.subarray(from, from + STRETCH));
    this.#pieces.push(pending.slice(from));
    this.#pending = pending.length - from;
  }

  end(): MeasuredRecording {
    if (this.#pending > 0) this.#measure(this.#takePending());
    return {
      coefficients: joinBlocks(this.#blocks),
      frameTimes: Float64Array.from(this.#times),
      isAfterPause: Uint8Array.from(this.#isAfterPause),
      pauses: this.#pauses,
      durationSeconds: this.#start / ALIGNMENT_RATE,
    };
  }

  #takePending(): Float32Array {
    const pending = joinBlocks(this.#pieces);
    this.#pieces.length = 0;
    this.#pending = 0;
    return pending;
  }

  #measure(samples: Float32Array): void {
    const { coefficients, keptCount, originalOfKept } = measureCepstra(samples);
    const offset = this.#start / ALIGNMENT_RATE;
    this.#blocks.push(coefficients.subarray(0, keptCount * COEFFICIENTS));
    for (let frame = 0; frame < keptCount; frame += 1) {
      const original = at(originalOfKept, frame);
      const seconds = offset + frameSeconds(original);
      const isAfterPause = frame > 0 ? original - at(originalOfKept, frame - 1) > 1 : this.#hasGapBefore(seconds);
      this.#times.push(seconds);
      this.#isAfterPause.push(isAfterPause ? 1 : 0);
    }
    for (let start = 0; start < samples.length; start += PAUSE_SAMPLES) this.#addPauses(samples, start);
    this.#start += samples.length;
  }

  #hasGapBefore(seconds: number): boolean {
    const previous = this.#times.at(-1);
    return previous === undefined || seconds - previous >= MIN_GAP;
  }

  #addPauses(samples: Float32Array, start: number): void {
    const offset = (this.#start + start) / ALIGNMENT_RATE;
    for (const { startSeconds, endSeconds } of findPauses(samples.subarray(start, start + PAUSE_SAMPLES))) {
      const last = this.#pauses.at(-1);
      const isSame = last !== undefined && startSeconds === 0 && last.endSeconds >= offset;
      if (isSame) this.#pauses.pop();
      this.#pauses.push({
        startSeconds: isSame ? last.startSeconds : startSeconds + offset,
        endSeconds: endSeconds + offset,
      });
    }
  }
}

/** Frames of two stretches that are at least this far apart have a pause in between, in seconds. */
const MIN_GAP = 0.1;

function joinBlocks(blocks: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let end = 0;
  for (const block of blocks) {
    joined.set(block, end);
    end += block.length;
  }
  return joined;
}
