// What a webhook is sent ("Body sent to a webhook: not shown"): as public documentation of such a service has it.
import { z } from 'zod';
import { outputShape } from './jobs.ts';

const common = {
  version: z.literal('2'),
  /** The identifier of the batch or child job. */
  id: z.string().min(1),
};

/** The body of a call: `complete` with the audio of a child job, or of a batch without any. */
export const webhookBodySchema = z.discriminatedUnion('status', [
  z.object({
    ...common,
    status: z.literal('complete'),
    progress: z.literal(1),
    ...z.object(outputShape).partial().shape,
  }),
  z.object({
    ...common,
    status: z.literal('error'),
    progress: z.number().min(0).max(1),
    error_message: z.string().optional(),
  }),
]);
export type WebhookBody = z.infer<typeof webhookBodySchema>;
