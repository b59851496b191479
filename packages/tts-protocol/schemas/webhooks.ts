// Webhook bodies ("Body sent to a webhook: not shown") follow the public documentation of a similar service.
import { z } from 'zod';
import { outputShape } from './jobs.ts';

const commonFields = {
  version: z.literal('2'),
  id: z.string().min(1),
};

/** `complete` includes the audio for a child job, but not for a batch. */
export const webhookBodySchema = z.discriminatedUnion('status', [
  z.object({
    ...commonFields,
    status: z.literal('complete'),
    progress: z.literal(1),
    ...z.object(outputShape).partial().shape,
  }),
  z.object({
    ...commonFields,
    status: z.literal('error'),
    progress: z.number().min(0).max(1),
    error_message: z.string().optional(),
  }),
]);
export type WebhookBody = z.infer<typeof webhookBodySchema>;
