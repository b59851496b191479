/** A row in the output of `npm run bench`. */
export interface BenchRow {
  readonly name: string;
  /** Our result with its unit. */
  readonly value: string;
  /** The result of the reference in the same run, with its unit. */
  readonly against: string;
  /** Our result divided by the reference; null without a reference. */
  readonly ratio: number | null;
  /** The limit, as text. */
  readonly bar: string;
  /** Whether the limit is met; null if the row is informational. */
  readonly ok: boolean | null;
}
