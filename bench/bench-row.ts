/** A row in the output of `npm run bench`. */
export interface BenchRow {
  readonly name: string;
  /** Our result, with its unit. */
  readonly value: string;
  /** The result of the reference in the same run, with its unit. */
  readonly against: string;
  /** Our result divided by that of the reference; null if there is no reference. */
  readonly ratio: number | null;
  /** The limit, as text. */
  readonly bar: string;
  /** Whether the limit is met; null if the row is only for information. */
  readonly ok: boolean | null;
}
