// Looks for a watermark in a recording of any length. Time and memory are limited: only a number of segments are
// searched, and only one of them is in memory.
import { at } from '../../../shared/rules/at.ts';
import { mixToMono, type Pcm } from '../codecs/pcm.ts';
import { type FftLibrary, loadFft } from '../fft/real-fft.ts';
import { StreamResampler } from '../resample/resample.ts';
import { DETECTION_RATE, DETECTION_SECONDS, type FoundWatermark, WatermarkDetector } from './detect-watermark.ts';

export interface WatermarkPlace extends FoundWatermark {
  /** The segment in which the watermark was found, in seconds from the start. */
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface WatermarkScan {
  /** The clearest place; null if no watermark was found. */
  readonly found: WatermarkPlace | null;
  /** Total length of the segments that were searched, in seconds. */
  readonly searchedSeconds: number;
  /** The part of the recording that was read, in seconds from the start. */
  readonly readSeconds: number;
}

/** Maximum number of segments that are searched at the original speed. */
const MAX_SEGMENTS = 20;
/** Maximum number of segments that are also searched at other speeds, which takes thirty times as long. */
const MAX_SPEED_SEGMENTS = 4;
/** The rest of longer recordings isn't read, in seconds. */
const MAX_SECONDS = 3_600;
/** In Hz. Resampling from other rates would be slow. */
const SAMPLE_RATES = { lowest: 4_000, highest: 384_000 } as const;
/** A score that needs no further search. */
const CERTAIN_SCORE = 9;
/** Shorter recordings aren't searched, in seconds. */
const MIN_SECONDS = 2;
/** Samples below this level are silence, which contains no watermark. */
const SILENCE = 1e-4;
/** A segment with a smaller share of audible samples is left out. */
const MIN_AUDIBLE_SHARE = 0.05;

export class WatermarkScanner {
  readonly #fft: FftLibrary;
  readonly #segment = new Float32Array(DETECTION_SECONDS * DETECTION_RATE);
  #filled = 0;
  #resampler: StreamResampler | null = null;
  #sampleRate = 0;
  #read = 0;
  #searched = 0;
  #segments = 0;
  #speedSegments = 0;
  #found: WatermarkPlace | null = null;

  private constructor(fft: FftLibrary) {
    this.#fft = fft;
  }

  static async create(): Promise<WatermarkScanner> {
    return new WatermarkScanner(await loadFft());
  }

  /** True if no further audio is needed. */
  get isDone(): boolean {
    if (this.#segments === MAX_SEGMENTS || this.#read >= MAX_SECONDS * DETECTION_RATE) return true;
    return this.#found !== null && this.#found.score >= CERTAIN_SCORE;
  }

  get hasRead(): boolean {
    return this.#read > 0;
  }

  add(block: Pcm): void {
    if (this.isDone || block.sampleRate < SAMPLE_RATES.lowest || block.sampleRate > SAMPLE_RATES.highest) return;
    if (block.sampleRate !== this.#sampleRate) {
      this.#flush();
      this.#sampleRate = block.sampleRate;
      this.#resampler = new StreamResampler(block.sampleRate, DETECTION_RATE);
    }
    const mono = at(mixToMono(block).channels, 0);
    if (this.#resampler) this.#append(this.#resampler.add(mono));
  }

  finish(): WatermarkScan {
    this.#flush();
    if (this.#filled >= MIN_SECONDS * DETECTION_RATE) this.#search();
    return {
      found: this.#found,
      searchedSeconds: this.#searched / DETECTION_RATE,
      readSeconds: this.#read / DETECTION_RATE,
    };
  }

  #flush(): void {
    if (this.#resampler && !this.isDone) this.#append(this.#resampler.end());
    this.#resampler = null;
  }

  #append(samples: Float32Array): void {
    for (let from = 0; from < samples.length && !this.isDone; ) {
      const count = Math.min(samples.length - from, this.#segment.length - this.#filled);
      this.#segment.set(samples.subarray(from, from + count), this.#filled);
      from += count;
      this.#filled += count;
      this.#read += count;
      if (this.#filled === this.#segment.length) this.#search();
    }
  }

  #search(): void {
    const samples = this.#segment.subarray(0, this.#filled);
    this.#filled = 0;
    if (!isAudible(samples)) return;
    this.#segments += 1;
    this.#searched += samples.length;
    const detector = new WatermarkDetector(this.#fft, samples);
    const speeds = this.#found === null && this.#speedSegments < MAX_SPEED_SEGMENTS;
    const found = detector.detect({ speeds });
    if (speeds) this.#speedSegments += 1;
    if (found === null || (this.#found && this.#found.score >= found.score)) return;
    const end = this.#read / DETECTION_RATE;
    this.#found = { ...found, startSeconds: end - samples.length / DETECTION_RATE, endSeconds: end };
  }
}

function isAudible(samples: Float32Array): boolean {
  let audible = 0;
  for (const sample of samples) if (Math.abs(sample) > SILENCE) audible += 1;
  return audible >= MIN_AUDIBLE_SHARE * samples.length;
}
