// The plans of an account, as they are chosen.

import type { Plan } from '@lectern/tts-protocol';
import type { ConnectionStatus } from '../../../shared/ipc/settings-requests.ts';
import { words } from '../../locales/words.ts';

const t = words('common');

/** A plan for a choice. Its label is looked up when it is read: the language is not known yet when this module loads. */
const choice = (value: Plan) => ({
  value,
  get label() {
    return t(`plan.${value}`);
  },
});

/** For a choice: value and label. */
export const PLAN_CHOICES = [choice('hacker'), choice('startup'), choice('growth'), choice('enterprise')];

export const PLAN_LABELS: Readonly<Record<Plan, string>> = {
  get hacker() {
    return t('plan.hacker');
  },
  get startup() {
    return t('plan.startup');
  },
  get growth() {
    return t('plan.growth');
  },
  get enterprise() {
    return t('plan.enterprise');
  },
};

/** Whose limits a connection goes by; null: the local service, which has none unless it plays a plan, or no connection. */
export const planInForce = ({ kind, plan }: ConnectionStatus): Plan | null =>
  kind === 'local' && plan === 'enterprise' ? null : plan;
