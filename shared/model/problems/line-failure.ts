import { z } from 'zod';
import { capKindSchema } from '../spending.ts';
import { type AudioDefect, audioDefectSchema } from './audio-defect.ts';
import { lossCauseSchema } from './loss.ts';
import { projectProblemSchema } from './project-problem.ts';
import { missingFromRepliesSchema, runStopSchema } from './run-stop.ts';
import { type ServiceProblem, serviceProblemSchema } from './service-problem.ts';

/** Why the last attempt to fetch a take's audio failed. */
export type AudioFailure = { readonly problem: ServiceProblem } | { readonly defect: AudioDefect };

export const lossSchema = z.object({
  kind: z.literal('lost'),
  cause: lossCauseSchema,
  /** Text from the service. */
  message: z.string().nullable(),
  problem: serviceProblemSchema.optional(),
  defect: audioDefectSchema.optional(),
});
export type Loss = z.infer<typeof lossSchema>;

/** Resuming checks again. */
const unfinishedSchema = z.discriminatedUnion('why', [
  z.object({ kind: z.literal('unfinished'), why: z.literal('stalled'), minutes: z.int() }),
  z.object({ kind: z.literal('unfinished'), why: z.literal('unreadable'), problem: serviceProblemSchema }),
  z.object({ kind: z.literal('unfinished'), why: z.literal('useless-replies'), missing: missingFromRepliesSchema }),
]);
export type Unfinished = z.infer<typeof unfinishedSchema>;

export const failureSchema = z.union([
  z.object({ kind: z.literal('failed-by-service'), message: z.string().nullable() }),
  z.object({ kind: z.literal('refused'), problem: serviceProblemSchema }),
  z.object({ kind: z.literal('never-fits'), characters: z.int(), limitCharacters: z.number() }),
  /** `stop` is null if the producer ended the run. */
  z.object({ kind: z.literal('not-sent'), stop: runStopSchema.nullable() }),
  /** `by` is null if it is unknown which cap applied. */
  z.object({ kind: z.literal('over-cap'), by: capKindSchema.nullable() }),
  /** The service still has the job, so resuming is free. */
  z.object({ kind: z.literal('audio-unavailable'), problem: serviceProblemSchema }),
  z.object({ kind: z.literal('audio-unavailable'), defect: audioDefectSchema }),
  z.object({ kind: z.literal('not-stored'), problem: projectProblemSchema }),
  unfinishedSchema,
]);
export type Failure = z.infer<typeof failureSchema>;

/** Why it is unknown whether the service has a batch. */
export const doubtReasonSchema = z.discriminatedUnion('why', [
  z.object({ kind: z.literal('in-doubt'), why: z.literal('no-reply'), problem: serviceProblemSchema }),
  /** The batch was sent, but the project couldn't be updated. */
  z.object({ kind: z.literal('in-doubt'), why: z.literal('not-stored'), problem: projectProblemSchema }),
  /** Lectern ended while it was sending the batch. */
  z.object({ kind: z.literal('in-doubt'), why: z.literal('interrupted') }),
  /** The project's record of the request is damaged. */
  z.object({ kind: z.literal('in-doubt'), why: z.literal('unreadable-request') }),
  /** An English text that an earlier version stored in the project. */
  z.object({ kind: z.literal('in-doubt'), why: z.literal('recorded'), message: z.string() }),
]);
export type DoubtReason = z.infer<typeof doubtReasonSchema>;
