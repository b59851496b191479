// What is heard of a voice in a recording: its pitch, how far that moves, its pace and its colour.

import { StreamResampler } from '../../codecs/resample.ts';
import { at } from '../../shared/rules/at.ts';
import { levelAt, type SpeechPace, speechIn, VowelLevels } from './pace.ts';
import { SPECTRUM_WINDOW, Spectrum } from './spectrum.ts';

// The pitch of a short stretch of a voice, after A. de Cheveigné and H. Kawahara, "YIN, a fundamental frequency estimator
// for speech and music" (2002), steps 1 to 5.

/** Hz between which a voice is looked for. */
const PITCH = { least: 55, most: 560 } as const;
/** Seconds of sound that are compared with what comes later. */
const WINDOW_SECONDS = 0.03;
/** How unlike itself a stretch may be after one period, 0 to 1: above it has no pitch. */
const UNVOICED = 0.28;
/** By how much more it may be unlike itself after one period than after several, which fall nearer to whole samples. */
const TOLERANCE = 0.1;

/** The number at an index that must exist. A function of this file alone stays quick: it sees few kinds of arrays. */
function numberAt(list: Float64Array | Float32Array, index: number): number {
  const value = list[index];
  if (value === undefined) throw new RangeError(`There is no number ${index} among ${list.length}.`);
  return value;
}

/** Finds pitches at one sample rate. */
class PitchFinder {
  /** Samples that a look needs. */
  readonly length: number;
  readonly #sampleRate: number;
  readonly #window: number;
  readonly #least: number;
  readonly #unlike: Float64Array;

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    const longest = Math.ceil(sampleRate / PITCH.least);
    this.#sampleRate = sampleRate;
    this.#window = Math.round(WINDOW_SECONDS * sampleRate);
    this.#least = Math.floor(sampleRate / PITCH.most);
    this.#unlike = new Float64Array(longest + 1);
    this.length = this.#window + longest;
  }

  /** The pitch in Hz of the stretch that begins at a sample; 0 where it has none. */
  at(samples: Float32Array, start: number): number {
    this.#compare(samples, start);
    const unlike = this.#unlike;
    let lowest = 1;
    for (let lag = this.#least; lag < unlike.length; lag += 1) lowest = Math.min(lowest, numberAt(unlike, lag));
    if (lowest >= UNVOICED) return 0;
    // The first period that fits about as well as any: its multiples fit as well.
    for (let lag = this.#least; lag < unlike.length - 1; lag += 1) {
      const here = numberAt(unlike, lag);
      const isLeast = here <= numberAt(unlike, lag - 1) && here < numberAt(unlike, lag + 1);
      if (here >= lowest + TOLERANCE || !isLeast) continue;
      return this.#sampleRate / this.#between(lag);
    }
    // At the edge of what is looked for, the period lies beyond it.
    return 0;
  }

  /** How unlike itself the stretch is after each number of samples, against what it was after fewer. */
  #compare(samples: Float32Array, start: number): void {
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

  /** The lowest place of the parabola through a lag and its neighbours. */
  #between(lag: number): number {
    const unlike = this.#unlike;
    const [before, here, after] = [numberAt(unlike, lag - 1), numberAt(unlike, lag), numberAt(unlike, lag + 1)];
    const bend = before - 2 * here + after;
    return bend <= 0 ? lag : lag + (before - after) / (2 * bend);
  }
}

/** Hz at which everything is measured: what a telephone passes is enough to tell how a person speaks. */
const SAMPLE_RATE = 8000;
/** Samples from frame to frame: 10 ms. */
const HOP = 80;
/** Pitch and colour are measured in one out of this many frames. */
const LOOK_EVERY = 2;
/** dBFS (mean over a frame) below which nothing is heard. */
const AUDIBLE = -60;
/** dBFS that the loudest parts of a recording have at least; below it is silence. */
const SILENCE = -50;
/** dB below the loud parts that a pitch still counts. */
const VOICE_DEPTH = 25;
/** Seconds that are measured at most, silence not counted: who speaks for longer speaks the same. */
const MEASURED_SECONDS = 240;
/** Seconds that are listened to at most, with the silence: an hour of it is quickly sent and slowly measured. */
const LISTENED_SECONDS = 900;
/** Hz below which everything is hum and rumble. */
const CORNER_HZ = 50;
/** Semitones from the middle pitch beyond which a pitch is a mistake. */
const FARTHEST = 9;

export interface Heard {
  /** Whether anything is loud enough to be heard. */
  readonly isSilent: boolean;
  /** Seconds in which a voice has a pitch. */
  readonly voicedSeconds: number;
  /** Hz: half of the time the voice is above; 0 where there is none. */
  readonly pitch: number;
  /** Semitones between what the pitch is below for a tenth of the time and above for a tenth. */
  readonly spread: number;
  readonly speech: SpeechPace;
  /** How much of what has a pitch lies above that pitch, 0 to 1. */
  readonly overtones: number;
  /** dB of each band, above or below their mean. */
  readonly colour: readonly number[];
}

const semitonesBetween = (from: number, to: number): number => 12 * Math.log2(to / from);

const middle = (sorted: Float64Array, part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;

/** Takes the sound of one channel piece by piece. What is kept of it are a few figures for each 10 ms. */
export class VoiceMeter {
  readonly #resampler: StreamResampler;
  readonly #finder = new PitchFinder(SAMPLE_RATE);
  readonly #spectrum = new Spectrum(SAMPLE_RATE);
  readonly #levels: number[] = [];
  readonly #vowels = new VowelLevels(SAMPLE_RATE, HOP);
  readonly #pitches: number[] = [];
  readonly #keep = Math.exp((-2 * Math.PI * CORNER_HZ) / SAMPLE_RATE);
  readonly #look = Math.max(this.#finder.length, SPECTRUM_WINDOW);
  #input = 0;
  #output = 0;
  #waiting = new Float32Array(0);
  #audible = 0;

  /** @param sampleRate Hz of the sound, whole */
  constructor(sampleRate: number) {
    this.#resampler = new StreamResampler(sampleRate, SAMPLE_RATE);
  }

  /** Whether enough was heard: more changes nothing. */
  get isFull(): boolean {
    const frames = SAMPLE_RATE / HOP;
    return this.#audible >= MEASURED_SECONDS * frames || this.#levels.length >= LISTENED_SECONDS * frames;
  }

  /** @param samples full scale is -1 to 1 */
  add(samples: Float32Array): void {
    if (!this.isFull) this.#measure(this.#resampler.add(samples));
  }

  finish(): Heard {
    if (!this.isFull) this.#measure(this.#resampler.end());
    const levels = Float32Array.from(this.#levels);
    const loud = levelAt(levels, 0.95);
    const looked = this.#pitches.filter(
      (pitch, frame) => frame % LOOK_EVERY === 0 && pitch > 0 && numberAt(levels, frame) > loud - VOICE_DEPTH,
    );
    const all = Float64Array.from(looked).sort();
    const pitch = middle(all, 0.5);
    const near = all.filter((each) => Math.abs(semitonesBetween(pitch, each)) <= FARTHEST);
    return {
      isSilent: !(Math.max(levelAt(levels, 1), Number.NEGATIVE_INFINITY) > SILENCE),
      voicedSeconds: (looked.length * LOOK_EVERY * HOP) / SAMPLE_RATE,
      pitch,
      spread: near.length === 0 ? 0 : semitonesBetween(middle(near, 0.1), middle(near, 0.9)),
      speech: speechIn(this.#vowels.levels(), HOP / SAMPLE_RATE),
      overtones: this.#spectrum.overtones(),
      colour: this.#spectrum.colour(),
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
    for (; start + this.#look <= sound.length; start += HOP) this.#frame(sound, start);
    this.#waiting = sound.slice(start);
  }

  #frame(sound: Float32Array, start: number): void {
    let sum = 0;
    for (const sample of sound.subarray(start, start + HOP)) sum += sample ** 2;
    const level = 10 * Math.log10(sum / HOP + 1e-12);
    const frame = this.#levels.length;
    let pitch = 0;
    if (level > AUDIBLE) {
      this.#audible += 1;
      if (frame % LOOK_EVERY === 0) {
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
