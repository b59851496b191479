import { StreamResampler } from '@lectern/audio';

export class RateConverter {
  readonly #to: number;
  #from: number;
  #resampler: StreamResampler;

  constructor(to: number) {
    this.#to = to;
    this.#from = to;
    this.#resampler = new StreamResampler(to, to);
  }

  /** Converts samples and returns those that are ready. @param from rate of the input in Hz, an integer */
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

  end(): Float32Array {
    const rest = this.#resampler.end();
    this.#resampler = new StreamResampler(this.#from, this.#to);
    return rest;
  }
}
