import { StreamResampler } from '@lectern/audio';
import { at } from '../../../shared/rules/at.ts';
import { levelQuantile, measurePace, type SpeechPace, VowelLevels } from './pace.ts';
import { SPECTRUM_WINDOW, Spectrum } from './spectrum.ts';

// YIN, a fundamental frequency estimator by A. de Cheveigné and H. Kawahara (2002), steps 1 to 5.

/** Pitch search range in Hz. */
const PITCH_RANGE = { min: 55, max: 560 } as const;
const WINDOW_SECONDS = 0.03;
/** Aperiodicity (0 to 1) from which a window counts as unvoiced. */
const UNVOICED_APERIODICITY = 0.28;
/**
 * Extra aperiodicity allowed for the first period, because its multiples are often closer to a whole number of samples.
 */
const FIRST_PERIOD_TOLERANCE = 0.1;

/**
 * Throws if the index is out of range. Not shared between modules, because a function used with more array types is
 * slower.
 */
function numberAt(list: Float64Array | Float32Array, index: number): number {
  const value = list[index];
  if (value === undefined) throw new RangeError(`There is no number ${index} among ${list.length}.`);
  return value;
}

class PitchFinder {
  readonly length: number;
  readonly #sampleRate: number;
  readonly #window: number;
  readonly #least: number;
  readonly #unlike: Float64Array;

  constructor(sampleRate: number) {
    const longest = Math.ceil(sampleRate / PITCH_RANGE.min);
    this.#sampleRate = sampleRate;
    this.#window = Math.round(WINDOW_SECONDS * sampleRate);
    this.#least = Math.floor(sampleRate / PITCH_RANGE.max);
    this.#unlike = new Float64Array(longest + 1);
    this.length = this.#window + longest;
  }

  /** Returns the pitch in Hz at `start`, or 0 if there is none. */
  at(samples: Float32Array, start: number): number {
    this.#computeDifferences(samples, start);
    const unlike = this.#unlike;
    let lowest = 1;
    for (let lag = this.#least; lag < unlike.length; lag += 1) lowest = Math.min(lowest, numberAt(unlike, lag));
    if (lowest >= UNVOICED_APERIODICITY) return 0;
    // Prefer the first period that fits about as well as the best one, because multiples of the true period fit, too.
    for (let lag = this.#least; lag < unlike.length - 1; lag += 1) {
      const here = numberAt(unlike, lag);
      const isLeast = here <= numberAt(unlike, lag - 1) && here < numberAt(unlike, lag + 1);
      if (here >= lowest + FIRST_PERIOD_TOLERANCE || !isLeast) continue;
      return this.#sampleRate / this.#interpolate(lag);
    }
    // A minimum at the edge of the range means that the period is outside it.
    return 0;
  }

  #computeDifferences(samples: Float32Array, start: number): void {
    const unlike = this.#unlike;
    let sum = 0;
    unlike[0] = 1;
    for (let lag = 1; lag < unlike.length; lag += 1) {
      let difference = 0;
      for (let index = start; index < start + this.#window; index += 1) {
        const step = numberAt(samples, index) - numberAt(samples, index + lag);
        difference += step * step;
      }
      sum += difference;
      unlike[lag] = sum === 0 ? 1 : (difference * lag) / sum;
    }
  }

  #interpolate(lag: number): number {
    const unlike = this.#unlike;
    const [before, here, after] = [numberAt(unlike, lag - 1), numberAt(unlike, lag), numberAt(unlike, lag + 1)];
    const bend = before - 2 * here + after;
    return bend <= 0 ? lag : lag + (before - after) / (2 * bend);
  }
}

/** Sample rate in Hz for all measurements; telephone bandwidth is enough. */
const SAMPLE_RATE = 8000;
const HOP = 80;
const PITCH_INTERVAL_FRAMES = 2;
/** Mean level in dBFS above which a frame is audible. */
const AUDIBLE_DBFS = -60;
const SILENT_RECORDING_DBFS = -50;
/** Maximum distance in dB below the loudest parts at which a pitch still counts. */
const VOICE_RANGE_DB = 25;
const MAX_AUDIBLE_SECONDS = 240;
/**
 * Maximum seconds of audio to process, including silence: an hour of silence uploads quickly but is slow to measure.
 */
const MAX_PROCESSED_SECONDS = 900;
/** High-pass corner in Hz, to remove hum and rumble. */
const HIGH_PASS_HZ = 50;
/** Maximum distance from the median pitch in semitones; larger deviations are detection errors. */
const MAX_SEMITONES_FROM_MEDIAN = 9;

export interface VoiceMeasurement {
  readonly isSilent: boolean;
  readonly voicedSeconds: number;
  /** Median pitch in Hz; 0 if nothing is voiced. */
  readonly pitch: number;
  /** Semitones between the 10th and 90th percentile of the pitch. */
  readonly spread: number;
  readonly speech: SpeechPace;
  readonly overtones: number;
  /** The level of each band in dB, relative to the mean of all bands. */
  readonly colour: readonly number[];
}

const semitonesBetween = (from: number, to: number): number => 12 * Math.log2(to / from);

const quantile = (sorted: Float64Array, fraction: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? 0;

export class VoiceMeter {
  readonly #resampler: StreamResampler;
  readonly #finder = new PitchFinder(SAMPLE_RATE);
  readonly #spectrum = new Spectrum(SAMPLE_RATE);
  readonly #levels: number[] = [];
  readonly #vowels = new VowelLevels(SAMPLE_RATE, HOP);
  readonly #pitches: number[] = [];
  readonly #keep = Math.exp((-2 * Math.PI * HIGH_PASS_HZ) / SAMPLE_RATE);
  readonly #look = Math.max(this.#finder.length, SPECTRUM_WINDOW);
  #input = 0;
  #output = 0;
  #waiting = new Float32Array(0);
  #audible = 0;

  constructor(sampleRate: number) {
    this.#resampler = new StreamResampler(sampleRate, SAMPLE_RATE);
  }

  get isFull(): boolean {
    const frames = SAMPLE_RATE / HOP;
    return this.#audible >= MAX_AUDIBLE_SECONDS * frames || this.#levels.length >= MAX_PROCESSED_SECONDS * frames;
  }

  add(samples: Float32Array): void {
    if (!this.isFull) this.#measure(this.#resampler.add(samples));
  }

  finish(): VoiceMeasurement {
    if (!this.isFull) this.#measure(this.#resampler.end());
    const levels = Float32Array.from(this.#levels);
    const loud = levelQuantile(levels, 0.95);
    const looked = this.#pitches.filter(
      (pitch, frame) =>
        frame % PITCH_INTERVAL_FRAMES === 0 && pitch > 0 && numberAt(levels, frame) > loud - VOICE_RANGE_DB,
    );
    const all = Float64Array.from(looked).sort();
    const pitch = quantile(all, 0.5);
    const near = all.filter((each) => Math.abs(semitonesBetween(pitch, each)) <= MAX_SEMITONES_FROM_MEDIAN);
    return {
      isSilent: !(Math.max(levelQuantile(levels, 1), Number.NEGATIVE_INFINITY) > SILENT_RECORDING_DBFS),
      voicedSeconds: (looked.length * PITCH_INTERVAL_FRAMES * HOP) / SAMPLE_RATE,
      pitch,
      spread: near.length === 0 ? 0 : semitonesBetween(quantile(near, 0.1), quantile(near, 0.9)),
      speech: measurePace(this.#vowels.levels(), HOP / SAMPLE_RATE),
      overtones: this.#spectrum.overtoneShare(),
      colour: this.#spectrum.bandLevels(),
    };
  }

  #measure(samples: Float32Array): void {
    const sound = new Float32Array(this.#waiting.length + samples.length);
    sound.set(this.#waiting);
    for (const [index, input] of samples.entries()) {
      this.#output = input - this.#input + this.#keep * this.#output;
      this.#input = input;
      sound[this.#waiting.length + index] = this.#output;
      this.#vowels.add(this.#output);
    }
    let start = 0;
    for (; start + this.#look <= sound.length; start += HOP) this.#measureFrame(sound, start);
    this.#waiting = sound.slice(start);
  }

  #measureFrame(sound: Float32Array, start: number): void {
    let sum = 0;
    for (const sample of sound.subarray(start, start + HOP)) sum += sample ** 2;
    const level = 10 * Math.log10(sum / HOP + 1e-12);
    const frame = this.#levels.length;
    let pitch = 0;
    if (level > AUDIBLE_DBFS) {
      this.#audible += 1;
      if (frame % PITCH_INTERVAL_FRAMES === 0) {
        pitch = this.#finder.at(sound, start);
        if (pitch > 0) this.#spectrum.add(sound, start, pitch);
      } else {
        pitch = at(this.#pitches, frame - 1);
      }
    }
    this.#levels.push(level);
    this.#pitches.push(pitch);
  }
}
