import { z } from 'zod';
import { lossCauseSchema } from '../../../shared/model/loss.ts';

/** A line that the service accepted and will never give. `message`: what the last answer said, where that tells more. */
export const lossSchema = z.object({
  kind: z.literal('lost'),
  cause: lossCauseSchema,
  message: z.string().nullable(),
});
export type Loss = z.infer<typeof lossSchema>;

/** Why a line has no take although it was ordered: data, whose wording is its reader's. */
export const failureSchema = z.discriminatedUnion('kind', [
  /** The service said that the job failed; the message is its own, where it gave one. */
  z.object({ kind: z.literal('failed-by-service'), message: z.string().nullable() }),
  /** The service refused the request: nothing was accepted. */
  z.object({ kind: z.literal('refused'), message: z.string() }),
  /** Nothing was sent: the run stopped before this line's turn. */
  z.object({ kind: z.literal('not-sent'), message: z.string() }),
  /** Nothing was sent: a cap on what is spent would have been passed. */
  z.object({ kind: z.literal('over-cap'), message: z.string() }),
  /** The audio could not be fetched whole; the service still has the job, so that resuming is free. */
  z.object({ kind: z.literal('audio-unavailable'), message: z.string() }),
  /** The audio came but could not be kept, as on a full disk; resuming is free. */
  z.object({ kind: z.literal('not-stored'), message: z.string() }),
  /** The service accepted the job and never finished it; resuming looks again. */
  z.object({ kind: z.literal('unfinished'), message: z.string() }),
  /** The line can't be turned into a request. */
  z.object({ kind: z.literal('blocked'), message: z.string() }),
]);
export type Failure = z.infer<typeof failureSchema>;
export type Unfinished = Extract<Failure, { kind: 'unfinished' }>;
