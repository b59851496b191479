/** Reproducible pseudorandom numbers (mulberry32). */
export class RandomNumbers {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let value = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a number from `from` up to, but not including, `to`. */
  between(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  /** Returns an integer from `from` to `to`. */
  integer(from: number, to: number): number {
    return Math.floor(this.between(from, to + 1));
  }

  /** Shuffles a list in place. */
  shuffle(values: Float64Array): void {
    for (let last = values.length - 1; last > 0; last -= 1) {
      const other = this.integer(0, last);
      const value = values[last] ?? 0;
      values[last] = values[other] ?? 0;
      values[other] = value;
    }
  }
}
