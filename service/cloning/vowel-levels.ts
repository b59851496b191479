// How loud the vowels are, frame by frame: syllables rise and fall with them.

/**
 * Hz between which vowels have their strength and little else has: the hum of a voice is below, which goes on through many
 * consonants, and hissing is above.
 */
const BAND = { from: 500, to: 2000 } as const;

/** The band is cut out by two filters of the first order on each side. */
export class VowelLevels {
  readonly #hop: number;
  readonly #keep: number;
  readonly #pass: number;
  readonly #levels: number[] = [];
  /** What each filter had last: the two high ones their input and output, the two low ones their output. */
  readonly #state = { in1: 0, out1: 0, out2: 0, low1: 0, low2: 0 };
  #sum = 0;
  #count = 0;

  /**
   * @param sampleRate Hz
   * @param hop samples of a frame
   */
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

  /** The level of each whole frame in dB. */
  levels(): Float32Array {
    return Float32Array.from(this.#levels);
  }
}
