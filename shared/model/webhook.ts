// What became of a webhook call: the service telling a host that work is done.
import { z } from 'zod';

export const webhookSchema = z.object({
  /** The host that the service is to call, such as `hooks.example:8443`: an address may hold a secret. */
  host: z.string(),
  /**
   * `waiting`: the service has not said that it called; `answered`: with a status from 200 to 299; `failed`: with another;
   * `called`: the service does not say what was answered; `unknown`: it never said anything, and is not asked any more.
   */
  state: z.enum(['waiting', 'answered', 'failed', 'called', 'unknown']),
  /** Milliseconds since the epoch; null: the service does not say. */
  calledAt: z.number().nullable(),
  /** The HTTP status that was answered; null: the service does not say. */
  status: z.int().nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;
