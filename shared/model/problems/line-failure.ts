import { z } from 'zod';
import { capKindSchema } from '../spending.ts';
import { lossCauseSchema } from './loss.ts';
import { projectProblemSchema } from './project-problem.ts';
import { missingFromRepliesSchema, runStopSchema } from './run-stop.ts';

export const lossSchema = z.object({
  kind: z.literal('lost'),
  cause: lossCauseSchema,
  message: z.string().nullable(),
});
export type Loss = z.infer<typeof lossSchema>;

/** Resuming checks again. */
const unfinishedSchema = z.discriminatedUnion('why', [
  z.object({ kind: z.literal('unfinished'), why: z.literal('stalled'), minutes: z.int() }),
  z.object({ kind: z.literal('unfinished'), why: z.literal('unreadable'), message: z.string() }),
  z.object({ kind: z.literal('unfinished'), why: z.literal('useless-replies'), missing: missingFromRepliesSchema }),
]);
export type Unfinished = z.infer<typeof unfinishedSchema>;

export const failureSchema = z.union([
  z.object({ kind: z.literal('failed-by-service'), message: z.string().nullable() }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
  z.object({ kind: z.literal('never-fits'), characters: z.int(), limitCharacters: z.number() }),
  /** `stop` is null if the producer ended the run. */
  z.object({ kind: z.literal('not-sent'), stop: runStopSchema.nullable() }),
  /** `by` is null if it isn't known which cap applied. */
  z.object({ kind: z.literal('over-cap'), by: capKindSchema.nullable() }),
  /** The service still has the job, so resuming costs nothing. */
  z.object({ kind: z.literal('audio-unavailable'), message: z.string() }),
  z.object({ kind: z.literal('not-stored'), problem: projectProblemSchema }),
  unfinishedSchema,
]);
export type Failure = z.infer<typeof failureSchema>;
