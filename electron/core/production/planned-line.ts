/** A line that is ordered. */
export interface OrderedLine {
  readonly lineId: number;
  /** Characters as sent, when it was planned. */
  readonly characters: number;
  /** Another take of a line, fresh or not, asked for with this seed, which is not the producer's. */
  readonly retakeSeed?: number;
}

/** A line in a run's queue. */
export interface PlannedLine extends OrderedLine {
  /** The line's id as the scheduler has it. */
  readonly id: string;
  /** How many jobs of this line this run had before. */
  readonly attempts: number;
}
