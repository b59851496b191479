import type { Plan } from '@lectern/tts-protocol';
import type { ConnectionStatus } from '../../../shared/ipc/settings-requests.ts';
import { words } from '../../locales/words.ts';

const t = words('common');

/** A getter, because the language isn't known yet when this module loads. */
const choice = (value: Plan) => ({
  value,
  get label() {
    return t(`plan.${value}`);
  },
});

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

/** Returns null if there is no connection. Also returns null for the local service, unless it simulates a plan. */
export const activePlan = ({ kind, plan }: ConnectionStatus): Plan | null =>
  kind === 'local' && plan === 'enterprise' ? null : plan;
