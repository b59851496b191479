// After N. de Jong and T. Wempe, "Praat script to detect syllable nuclei and measure speech rate automatically" (2009).
import { at } from '../../../shared/rules/at.ts';

/** In Hz. Below this band, many consonants are voiced, too; above it, sibilants are loud. */
const VOWEL_BAND = { from: 500, to: 2000 } as const;

/** Measures the level of the vowel band, frame by frame, with two first-order filters on each side. */
export class VowelLevels {
  readonly #hop: number;
  readonly #keep: number;
  readonly #pass: number;
  readonly #levels: number[] = [];
  /** Filter memory: inputs and outputs of the two high-pass filters, outputs of the two low-pass filters. */
  readonly #state = { in1: 0, out1: 0, out2: 0, low1: 0, low2: 0 };
  #sum = 0;
  #count = 0;

  constructor(sampleRate: number, hop: number) {
    this.#hop = hop;
    this.#keep = Math.exp((-2 * Math.PI * VOWEL_BAND.from) / sampleRate);
    this.#pass = 1 - Math.exp((-2 * Math.PI * VOWEL_BAND.to) / sampleRate);
  }

  add(sample: number): void {
    const state = this.#state;
    const high = sample - state.in1 + this.#keep * state.out1;
    state.in1 = sample;
    state.out2 = high - state.out1 + this.#keep * state.out2;
    state.out1 = high;
    state.low1 += this.#pass * (state.out2 - state.low1);
    state.low2 += this.#pass * (state.low1 - state.low2);
    this.#sum += state.low2 ** 2;
    this.#count += 1;
    if (this.#count < this.#hop) return;
    this.#levels.push(10 * Math.log10(this.#sum / this.#hop + 1e-12));
    this.#sum = 0;
    this.#count = 0;
  }

  levels(): Float32Array {
    return Float32Array.from(this.#levels);
  }
}

/** Maximum distance in dB below the loudest parts that still counts as speech. */
const SPEECH_RANGE_DB = 25;
/** Minimum dip in dB between two syllables. */
const DIP = 1.5;
const PAUSE_FRAMES = 25;
/** Smoothing radius: frames for the first count, then a fraction of the average syllable length. */
const SMOOTHING_FRAMES = 3;
const SMOOTHING_FRACTION = 0.16;

export function levelQuantile(levels: Float32Array, fraction: number): number {
  const sorted = levels.slice().sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? Number.NEGATIVE_INFINITY;
}

function smoothLevels(levels: Float32Array, radius: number): Float32Array {
  return levels.map((_, frame) => {
    let sum = 0;
    let weights = 0;
    for (let step = -radius; step <= radius; step += 1) {
      const weight = radius + 1 - Math.abs(step);
      const power = 10 ** ((levels[frame + step] ?? Number.NEGATIVE_INFINITY) / 10);
      sum += weight * power;
      weights += weight;
    }
    return 10 * Math.log10(sum / weights + 1e-12);
  });
}

function findPeaks(levels: Float32Array, minimum: number): number[] {
  const found: number[] = [];
  let low = Number.POSITIVE_INFINITY;
  let top = -1;
  for (const [frame, level] of levels.entries()) {
    if (top < 0) {
      low = Math.min(low, level);
      if (level >= low + DIP && level >= minimum) top = frame;
    } else if (level > at(levels, top)) {
      top = frame;
    } else if (level <= at(levels, top) - DIP) {
      found.push(top);
      top = -1;
      low = level;
    }
  }
  return top < 0 ? found : [...found, top];
}

function countSpeechFrames(levels: Float32Array, minimum: number): number {
  let count = 0;
  let last = -1;
  for (const [frame, level] of levels.entries()) {
    if (level < minimum) continue;
    const gap = frame - last - 1;
    count += 1 + (last >= 0 && gap < PAUSE_FRAMES ? gap : 0);
    last = frame;
  }
  return count;
}

export interface SpeechPace {
  readonly seconds: number;
  readonly syllables: number;
}

/** Counts syllables. @param levels of consecutive frames in dB, from a band without sibilants and clicks */
export function measurePace(levels: Float32Array, frameSeconds: number): SpeechPace {
  const least = levelQuantile(levels, 0.95) - SPEECH_RANGE_DB;
  const frames = countSpeechFrames(levels, least);
  const count = (reach: number): number => findPeaks(smoothLevels(levels, reach), least).length;
  // A ripple within a slow speaker's syllable can be as long as a fast speaker's syllable.
  const roughly = count(SMOOTHING_FRAMES);
  const reach =
    roughly === 0 ? SMOOTHING_FRAMES : Math.max(1, Math.min(8, Math.round((SMOOTHING_FRACTION * frames) / roughly)));
  return { seconds: frames * frameSeconds, syllables: reach === SMOOTHING_FRAMES ? roughly : count(reach) };
}
