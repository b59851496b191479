import { Button, Select } from '@mantine/core';
import type { ConnectionStatus } from '../../shared/ipc/settings-requests.ts';
import { planSchema } from '../../shared/service/plans.ts';
import { useTell } from '../bridge/use-ask.ts';
import { ProblemNotice } from '../ui/problem-notice.tsx';
import { PLAN_CHOICES } from '../ui/wording/plans.ts';
import styles from './settings.module.css';

const PLANS = PLAN_CHOICES.map((plan) => (plan.value === 'enterprise' ? { ...plan, label: 'No limits' } : plan));

/** The service that Lectern brings. */
export function LocalService({ status }: { readonly status: ConnectionStatus }) {
  const use = useTell('connection.useLocal');
  const inUse = status.kind === 'local';
  return (
    <li className={styles.card} data-used={inUse}>
      <div className={styles.who}>
        <h3>Local service</h3>
        <p className="dim">Speech made on this machine: no account, no network, no cost.</p>
      </div>
      {inUse && status.plan && (
        <Select
          label="Limits"
          description="As on one of the plans, to try how long a run would take there."
          data={PLANS}
          value={status.plan}
          disabled={use.isPending}
          onChange={(plan) => use.mutate({ plan: planSchema.parse(plan) })}
        />
      )}
      <div className={styles.actions}>
        {inUse ? (
          <span className="tag">in use</span>
        ) : (
          <Button loading={use.isPending} onClick={() => use.mutate({ plan: null })}>
            Use it
          </Button>
        )}
      </div>
      {use.error && <ProblemNotice error={use.error.error} onRetry={() => use.mutate({ plan: null })} />}
    </li>
  );
}
