import { z } from 'zod';
import { lossCauseSchema } from '../../../shared/model/loss.ts';

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

/** Why an ordered line has no take. */
export const failureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('failed-by-service'), message: z.string().nullable() }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
  /** Nothing was sent, because the run stopped first. */
  z.object({ kind: z.literal('not-sent'), message: z.string() }),
  /** Nothing was sent, because a spending cap would have been exceeded. */
  z.object({ kind: z.literal('over-cap'), message: z.string() }),
  /** The audio could not be downloaded completely. The service still has the job, so resuming is free. */
  z.object({ kind: z.literal('audio-unavailable'), message: z.string() }),
  /** The audio could not be stored, for example because the disk is full. Resuming is free. */
  z.object({ kind: z.literal('not-stored'), message: z.string() }),
  /** The service accepted the job but never finished it. Resuming checks again. */
  z.object({ kind: z.literal('unfinished'), message: z.string() }),
  z.object({ kind: z.literal('blocked'), message: z.string() }),
]);
export type Failure = z.infer<typeof failureSchema>;
export type Unfinished = Extract<Failure, { kind: 'unfinished' }>;
