// After N. de Jong and T. Wempe, "Praat script to detect syllable nuclei and measure speech rate automatically" (2009).
import { at } from '../../../shared/rules/at.ts';

/** In Hz. Below it, voicing continues through many consonants; above it are the sibilants. */
const BAND = { from: 500, to: 2000 } as const;

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
    this.#keep = Math.exp((-2 * Math.PI * BAND.from) / sampleRate);
    this.#pass = 1 - Math.exp((-2 * Math.PI * BAND.to) / sampleRate);
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
const SPEECH_DEPTH = 25;
/** Minimum dip in dB between two syllables. */
const DIP = 1.5;
const PAUSE_FRAMES = 25;
/** Smoothing radius: frames for the first count, then a fraction of the average syllable length. */
const SMOOTHING = 3;
const SMOOTHED_PART = 0.16;

export function levelAt(levels: Float32Array, part: number): number {
  const sorted = levels.slice().sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NEGATIVE_INFINITY;
}

function smoothed(levels: Float32Array, reach: number): Float32Array {
  return levels.map((_, frame) => {
    let sum = 0;
    let weights = 0;
    for (let step = -reach; step <= reach; step += 1) {
      const weight = reach + 1 - Math.abs(step);
      const power = 10 ** ((levels[frame + step] ?? Number.NEGATIVE_INFINITY) / 10);
      sum += weight * power;
      weights += weight;
    }
    return 10 * Math.log10(sum / weights + 1e-12);
  });
}

function peaks(levels: Float32Array, least: number): number[] {
  const found: number[] = [];
  let low = Number.POSITIVE_INFINITY;
  let top = -1;
  for (const [frame, level] of levels.entries()) {
    if (top < 0) {
      low = Math.min(low, level);
      if (level >= low + DIP && level >= least) top = frame;
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

function speechFrames(levels: Float32Array, least: number): number {
  let count = 0;
  let last = -1;
  for (const [frame, level] of levels.entries()) {
    if (level < least) continue;
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

/**
 * Counts syllables.
 *
 * @param levels of consecutive frames in dB, from a band without sibilants and clicks
 */
export function speechIn(levels: Float32Array, frameSeconds: number): SpeechPace {
  const least = levelAt(levels, 0.95) - SPEECH_DEPTH;
  const frames = speechFrames(levels, least);
  const count = (reach: number): number => peaks(smoothed(levels, reach), least).length;
  // A ripple within a slow speaker's syllable can be as long as a fast speaker's syllable.
  const roughly = count(SMOOTHING);
  const reach = roughly === 0 ? SMOOTHING : Math.max(1, Math.min(8, Math.round((SMOOTHED_PART * frames) / roughly)));
  return { seconds: frames * frameSeconds, syllables: reach === SMOOTHING ? roughly : count(reach) };
}
