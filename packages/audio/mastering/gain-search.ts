/** More gain than this would only amplify noise. */
export const MAX_GAIN_DB = 40;
/** Minimum increase in loudness, in LU, per decibel of gain while the limiter is active. */
const MIN_SLOPE = 0.25;

export class GainSearch {
  #gainDb: number;
  #previous: { readonly gainDb: number; readonly missing: number } | null = null;

  constructor(gainDb: number) {
    this.#gainDb = gainDb;
  }

  get gainDb(): number {
    return this.#gainDb;
  }

  get isAtLimit(): boolean {
    return this.#gainDb >= MAX_GAIN_DB;
  }

  /** @param missingDb how far the last attempt was below the target, in dB */
  add(missingDb: number): void {
    const previous = this.#previous;
    const slope = previous ? (previous.missing - missingDb) / (this.#gainDb - previous.gainDb) : 1;
    this.#previous = { gainDb: this.#gainDb, missing: missingDb };
    const bounded = Math.max(MIN_SLOPE, Math.min(1, Number.isFinite(slope) ? slope : 1));
    this.#gainDb = Math.min(MAX_GAIN_DB, this.#gainDb + missingDb / bounded);
  }
}
