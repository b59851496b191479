// The plans of an account, as they are chosen.
import type { ConnectionStatus } from '../../../shared/ipc/settings-requests.ts';
import type { Plan } from '../../../shared/service/plans.ts';

export const PLAN_LABELS: Readonly<Record<Plan, string>> = {
  hacker: 'Hacker',
  startup: 'Startup',
  growth: 'Growth',
  enterprise: 'Enterprise',
};

/** For a choice: value and label. */
export const PLAN_CHOICES = Object.entries(PLAN_LABELS).map(([value, label]) => ({ value, label }));

/** Whose limits a connection goes by; null: the local service, which has none unless it plays a plan, or no connection. */
export const planInForce = ({ kind, plan }: ConnectionStatus): Plan | null =>
  kind === 'local' && plan === 'enterprise' ? null : plan;
