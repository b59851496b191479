import { z } from 'zod';
import { capKindSchema } from '../spending.ts';
import { lossCauseSchema } from './loss.ts';
import { projectProblemSchema } from './project-problem.ts';
import { missingSchema, runStopSchema } from './run-stop.ts';

/**
 * A line that the service accepted but will never deliver. `message` is from the service's last answer, if it adds
 * information.
 */
export const lossSchema = z.object({
  kind: z.literal('lost'),
  cause: lossCauseSchema,
  message: z.string().nullable(),
});
export type Loss = z.infer<typeof lossSchema>;

/** The service accepted the job but never finished it. Resuming checks again. */
const unfinishedSchema = z.discriminatedUnion('why', [
  /** No progress for this many minutes. */
  z.object({ kind: z.literal('unfinished'), why: z.literal('stalled'), minutes: z.int() }),
  /** The service can't be read. */
  z.object({ kind: z.literal('unfinished'), why: z.literal('unreadable'), message: z.string() }),
  /** It answers but never gives the state of the jobs, and wouldn't for other batches either. */
  z.object({ kind: z.literal('unfinished'), why: z.literal('useless-replies'), missing: missingSchema }),
]);
export type Unfinished = z.infer<typeof unfinishedSchema>;

/** Why an ordered line has no take. */
export const failureSchema = z.union([
  z.object({ kind: z.literal('failed-by-service'), message: z.string().nullable() }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
  /** Nothing was sent, because the line is longer than the limit for a whole minute. */
  z.object({ kind: z.literal('never-fits'), characters: z.int(), limitCharacters: z.number() }),
  /** Nothing was sent, because the run stopped first; `stop` is null if the producer ended it. */
  z.object({ kind: z.literal('not-sent'), stop: runStopSchema.nullable() }),
  /** Nothing was sent, because a spending cap would have been exceeded; `by` is null if it isn't known which. */
  z.object({ kind: z.literal('over-cap'), by: capKindSchema.nullable() }),
  /** The audio could not be downloaded completely. The service still has the job, so resuming is free. */
  z.object({ kind: z.literal('audio-unavailable'), message: z.string() }),
  /** The audio could not be stored, for example because the disk is full. Resuming is free. */
  z.object({ kind: z.literal('not-stored'), problem: projectProblemSchema }),
  unfinishedSchema,
]);
export type Failure = z.infer<typeof failureSchema>;
