import type { Webhook } from '../../../shared/model/webhook.ts';
import { words } from '../../locales/words.ts';
import { formatMoment } from '../format.ts';

const t = words('common');

export const webhookText = ({ host, state, calledAt, status }: Webhook): string =>
  t(`webhook.${state}.sentence`, {
    host,
    status: String(status),
    when: calledAt === null ? 'unknown' : 'known',
    moment: calledAt === null ? '' : formatMoment(calledAt),
  });

export const webhookLabel = ({ state, status }: Webhook): string =>
  t(`webhook.${state}.label`, { status: String(status) });

export const WEBHOOK_COLOURS: Readonly<Record<Webhook['state'], string>> = {
  waiting: 'var(--dim)',
  answered: 'var(--fresh)',
  failed: 'var(--fail)',
  called: 'var(--flight)',
  unknown: 'var(--stale)',
};
