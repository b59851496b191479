// The state of a webhook call that reports finished work to a host.
import { z } from 'zod';

export const webhookSchema = z.object({
  /** Host and port only, such as `hooks.example:8443`, because the full address may contain a secret. */
  host: z.string(),
  /**
   * `waiting`: no call reported yet. `answered`: called, with a 2xx response. `failed`: called, with another response.
   * `called`: called, response unknown. `unknown`: never reported, and no longer polled.
   */
  state: z.enum(['waiting', 'answered', 'failed', 'called', 'unknown']),
  /** In milliseconds since the epoch; null if the service doesn't say. */
  calledAt: z.number().nullable(),
  /** HTTP status of the response; null if the service doesn't say. */
  status: z.int().nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;
