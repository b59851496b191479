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

/** Finds pitches at one sample rate. */
export class PitchFinder {
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
    for (let lag = this.#least; lag < unlike.length; lag += 1) lowest = Math.min(lowest, unlike[lag] ?? 1);
    if (lowest >= UNVOICED) return 0;
    // The first period that fits about as well as any: its multiples fit as well.
    for (let lag = this.#least; lag < unlike.length - 1; lag += 1) {
      const here = unlike[lag] ?? 1;
      if (here >= lowest + TOLERANCE || here > (unlike[lag - 1] ?? 1) || here >= (unlike[lag + 1] ?? 1)) continue;
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
        const step = (samples[index] ?? 0) - (samples[index + lag] ?? 0);
        difference += step * step;
      }
      sum += difference;
      unlike[lag] = sum === 0 ? 1 : (difference * lag) / sum;
    }
  }

  /** The lowest place of the parabola through a lag and its neighbours. */
  #between(lag: number): number {
    const [before = 1, here = 1, after = 1] = this.#unlike.subarray(lag - 1, lag + 2);
    const bend = before - 2 * here + after;
    return bend <= 0 ? lag : lag + (before - after) / (2 * bend);
  }
}
