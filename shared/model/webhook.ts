import { z } from 'zod';

export const webhookSchema = z.object({
  /** Host and port only, because the full address may contain a secret. */
  host: z.string(),
  /** `answered`: a 2xx response. `called`: the response is unknown. `unknown`: never reported, and no longer polled. */
  state: z.enum(['waiting', 'answered', 'failed', 'called', 'unknown']),
  /** In milliseconds since the epoch; null if the service doesn't report it. */
  calledAt: z.number().nullable(),
  status: z.int().nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;
