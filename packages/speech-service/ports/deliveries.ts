import { z } from 'zod';
import type { MaybePromise } from '../common/maybe-promise.ts';

export const deliverySchema = z.object({
  number: z.coerce.number(),
  batch_id: z.string(),
  job_id: z.string().nullable(),
  url: z.string(),
  host: z.string(),
  attempts: z.number(),
  status: z.enum(['completed', 'failed']),
  file: z.string().nullable(),
  duration: z.number().nullable(),
  size: z.number().nullable(),
  error: z.string().nullable(),
});
/** A pending delivery about a job, or about a batch if `job_id` is null. `attempts` is the number of calls made. */
export type Delivery = z.infer<typeof deliverySchema>;

export interface DeliveryResponse {
  readonly calledAt: number;
  readonly status: number;
}

/** Records the outcomes of webhook calls. Deliveries themselves are recorded with the end of their job. */
export interface DeliveryOutcomes {
  /** Removes a delivery that was received or given up. */
  settle(delivery: Delivery, response: DeliveryResponse | undefined): MaybePromise<void>;
  /** Schedules another call. @param dueAt milliseconds since the epoch */
  postpone(delivery: Delivery, response: DeliveryResponse | undefined, dueAt: number): MaybePromise<void>;
}
