// Sound of several rates, brought to one.
import { StreamResampler } from '../../codecs/resample.ts';

/** Takes pieces of one channel (full scale -1 to 1) at any rate, and gives them at one. */
export class RateConverter {
  readonly #to: number;
  #from: number;
  #resampler: StreamResampler;

  /** @param to Hz of what is given, whole */
  constructor(to: number) {
    this.#to = to;
    this.#from = to;
    this.#resampler = new StreamResampler(to, to);
  }

  /**
   * @param from Hz of these samples, whole
   * @returns what is ready, maybe nothing
   */
  add(samples: Float32Array, from: number): Float32Array[] {
    const ready: Float32Array[] = [];
    if (from !== this.#from) {
      ready.push(this.#resampler.end());
      this.#resampler = new StreamResampler(from, this.#to);
      this.#from = from;
    }
    ready.push(this.#resampler.add(samples));
    return ready.filter((piece) => piece.length > 0);
  }

  /** All that is left. The next piece begins afresh. */
  end(): Float32Array {
    const rest = this.#resampler.end();
    this.#resampler = new StreamResampler(this.#from, this.#to);
    return rest;
  }
}
