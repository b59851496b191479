/** A gain beyond this would be one for noise. */
export const MOST_GAIN_DB = 40;
/** What a decibel of gain brings where the limiter takes much of it away, at least. */
const LEAST_SLOPE = 0.25;

/** The gain by which a loudness is reached, try by try. */
export class GainSearch {
  #gainDb: number;
  #former: { readonly gainDb: number; readonly missing: number } | null = null;

  constructor(gainDb: number) {
    this.#gainDb = gainDb;
  }

  get gainDb(): number {
    return this.#gainDb;
  }

  get isAtItsEnd(): boolean {
    return this.#gainDb >= MOST_GAIN_DB;
  }

  /** @param missing dB that the last try was too quiet */
  add(missing: number): void {
    const former = this.#former;
    // What a decibel brought the last time says what the next one will bring.
    const slope = former ? (former.missing - missing) / (this.#gainDb - former.gainDb) : 1;
    this.#former = { gainDb: this.#gainDb, missing };
    const bounded = Math.max(LEAST_SLOPE, Math.min(1, Number.isFinite(slope) ? slope : 1));
    this.#gainDb = Math.min(MOST_GAIN_DB, this.#gainDb + missing / bounded);
  }
}
