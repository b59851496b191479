/** A line in a run's queue. */
export interface PlannedLine {
  /** The line's id as the scheduler has it. */
  readonly id: string;
  readonly lineId: number;
  /** Characters as sent, when it was planned. */
  readonly characters: number;
  /** How many jobs of this line this run had before. */
  readonly attempts: number;
}
