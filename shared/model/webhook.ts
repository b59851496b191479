import { z } from 'zod';

export const webhookSchema = z.object({
  /** Only host and port, because the full URL may contain a secret. */
  host: z.string(),
  /**
   * `answered`: the receiver sent a 2xx response. `called`: the response is unknown. `unknown`: the service never
   * reported a call, and Lectern no longer polls for one.
   */
  state: z.enum(['waiting', 'answered', 'failed', 'called', 'unknown']),
  /** In milliseconds since the epoch; null if the service doesn't report it. */
  calledAt: z.number().nullable(),
  status: z.int().nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;
