/** One row of what `npm run bench` prints. */
export interface BenchRow {
  /** What was measured. */
  readonly name: string;
  /** Ours, with its unit. */
  readonly value: string;
  /** What it is held against in the same run, with its unit. */
  readonly against: string;
  /** Ours divided by the other; null where there is nothing to divide. */
  readonly ratio: number | null;
  /** The bar, in words. */
  readonly bar: string;
  /** Whether the bar is met; null where the row is only for comparison. */
  readonly ok: boolean | null;
}
