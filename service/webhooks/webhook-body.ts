// What a receiver is told.
import type { WebhookBody } from '../../shared/service/webhooks.ts';
import type { Delivery } from '../store/delivery-store.ts';

/**
 * The body of a call: of a job its audio or why there is none, of a batch that it has ended (`complete` where one job at
 * least has its audio).
 *
 * @param addressOf the address of a file, by its name
 */
export function webhookBody(delivery: Delivery, addressOf: (file: string) => string): WebhookBody {
  const { job_id, batch_id, status, file, duration, size, error } = delivery;
  const told = { version: '2', id: job_id ?? batch_id } as const;
  if (status === 'failed') {
    return { ...told, status: 'error', progress: 0, ...(error === null ? {} : { error_message: error }) };
  }
  const hasAudio = file !== null && duration !== null && size !== null;
  return {
    ...told,
    status: 'complete',
    progress: 1,
    ...(hasAudio ? { url: addressOf(file), duration, size } : {}),
  };
}
