// The outcome of webhook calls, which say that work is done.
import type { Webhook } from '../../../shared/model/webhook.ts';
import { formatMoment } from '../format.ts';

/** In a sentence: whom, when, and what was answered. */
export function webhookWords({ host, state, calledAt, status }: Webhook): string {
  const at = calledAt === null ? '' : ` on ${formatMoment(calledAt)}`;
  switch (state) {
    case 'waiting':
      return `${host} has not been called yet, as far as the service says.`;
    case 'answered':
      return `${host} was called${at} and answered ${status}.`;
    case 'failed':
      return `${host} was called${at} and answered ${status}: it was not taken. The results are here all the same.`;
    case 'called':
      return `${host} was called${at}. What it answered, the service does not say.`;
    case 'unknown':
      return `The service never said that it called ${host}. The results are here all the same.`;
  }
}

/** In a word or two. */
export function webhookLabel({ state, status }: Webhook): string {
  switch (state) {
    case 'waiting':
      return 'not called yet';
    case 'answered':
      return `answered ${status}`;
    case 'failed':
      return `failed: ${status}`;
    case 'called':
      return 'called';
    case 'unknown':
      return 'no word of it';
  }
}

export const WEBHOOK_COLOURS: Readonly<Record<Webhook['state'], string>> = {
  waiting: 'var(--dim)',
  answered: 'var(--fresh)',
  failed: 'var(--fail)',
  called: 'var(--flight)',
  unknown: 'var(--stale)',
};
