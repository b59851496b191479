import type { Compression } from '../../../shared/model/export/delivery.ts';
import { at } from '../../../shared/rules/at.ts';
import { sampleAt } from '../codecs/pcm.ts';

/** Time constant of the level detector, in seconds, chosen so that it doesn't follow individual waves. */
export const LEVEL_SECONDS = 0.01;
export const KNEE_DB = 6;
/** Interval in seconds between computations of level and gain; in between, the gain is interpolated linearly. */
const STEP_SECONDS = 0.0005;
/** Smaller reductions, in dB, are ignored, so that the samples stay unchanged. */
const NEGLIGIBLE_DB = 1e-4;

/** Returns the gain reduction in dB. @param level dBFS (RMS) */
export function gainReduction(level: number, { ratio, thresholdDbfs }: Compression): number {
  const over = level - thresholdDbfs;
  const slope = 1 - 1 / ratio;
  if (over <= -KNEE_DB / 2) return 0;
  return over >= KNEE_DB / 2 ? slope * over : (slope * (over + KNEE_DB / 2) ** 2) / (2 * KNEE_DB);
}

/** Compresses all channels equally, controlled by the loudest channel. */
export class Compressor {
  readonly #settings: Compression;
  /** Samples per step, and how many samples of the current step have been processed. */
  readonly #step: number;
  #done = 0;
  readonly #squares: Float64Array;
  readonly #levels: Float64Array;
  readonly #follow: number;
  readonly #attack: number;
  readonly #release: number;
  #reductionDb = 0;
  #from = 1;
  #to = 1;

  constructor(settings: Compression, sampleRate: number, channels: number) {
    this.#settings = settings;
    this.#step = Math.max(1, Math.round(STEP_SECONDS * sampleRate));
    const partIn = (seconds: number): number => 1 - Math.exp(-this.#step / (seconds * sampleRate));
    this.#squares = new Float64Array(channels);
    this.#levels = new Float64Array(channels);
    this.#follow = partIn(LEVEL_SECONDS);
    this.#attack = partIn(settings.attackSeconds);
    this.#release = partIn(settings.releaseSeconds);
  }

  apply(channels: readonly Float32Array[]): void {
    const length = at(channels, 0).length;
    for (let from = 0; from < length; ) {
      const to = Math.min(length, from + this.#step - this.#done);
      for (const [index, samples] of channels.entries()) this.#process(samples, index, from, to);
      this.#done += to - from;
      from = to;
      if (this.#done === this.#step) this.#endStep();
    }
  }

  #process(samples: Float32Array, channel: number, from: number, to: number): void {
    const slope = (this.#to - this.#from) / this.#step;
    const isWhole = this.#from === 1 && this.#to === 1;
    let squares = at(this.#squares, channel);
    for (let index = from; index < to; index += 1) {
      const sample = sampleAt(samples, index);
      squares += sample * sample;
      if (!isWhole) samples[index] = sample * (this.#from + slope * (this.#done + index - from + 1));
    }
    this.#squares[channel] = squares;
  }

  #endStep(): void {
    let loudest = 0;
    for (const [channel, squares] of this.#squares.entries()) {
      const previous = at(this.#levels, channel);
      const level = previous + (squares / this.#step - previous) * this.#follow;
      this.#levels[channel] = level < 1e-15 ? 0 : level;
      if (level > loudest) loudest = level;
    }
    this.#squares.fill(0);
    this.#done = 0;
    const wanted = loudest === 0 ? 0 : gainReduction(10 * Math.log10(loudest), this.#settings);
    const way = wanted > this.#reductionDb ? this.#attack : this.#release;
    this.#reductionDb += (wanted - this.#reductionDb) * way;
    if (wanted === 0 && this.#reductionDb < NEGLIGIBLE_DB) this.#reductionDb = 0;
    this.#from = this.#to;
    this.#to = this.#reductionDb === 0 ? 1 : 10 ** (-this.#reductionDb / 20);
  }
}
