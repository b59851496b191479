// What became of telling somebody that work is done.
import { z } from 'zod';

export const webhookSchema = z.object({
  /** Whom the service is to tell, such as `hooks.example:8443`: an address may hold a secret. */
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
