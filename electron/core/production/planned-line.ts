import type { OrderedLine } from '../../../shared/model/run.ts';

/** Characters of all that is asked for of a line: those of the takes that follow the first, too. */
export const charactersOrdered = ({ characters, furtherTakes = 0 }: OrderedLine): number =>
  characters * (1 + furtherTakes);

/** A line in a run's queue. */
export interface PlannedLine extends OrderedLine {
  /** The line's id as the scheduler has it. */
  readonly id: string;
  /** How many jobs of this line this run had before. */
  readonly attempts: number;
}
