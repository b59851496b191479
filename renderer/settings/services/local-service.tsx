import { Button, Select } from '@mantine/core';
import type { ConnectionEntry, ConnectionStatus } from '../../../shared/ipc/settings-requests.ts';
import { planSchema } from '../../../shared/service/plans.ts';
import { ask } from '../../bridge/ask.ts';
import { useAsk, useTell } from '../../bridge/use-ask.ts';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { notifyFailure } from '../../ui/toast.tsx';
import { PLAN_CHOICES } from '../../ui/wording/plans.ts';
import styles from '../settings.module.css';
import { MoreSettings } from './service-settings.tsx';

const PLANS = PLAN_CHOICES.map((plan) => (plan.value === 'enterprise' ? { ...plan, label: 'No limits' } : plan));

interface LocalServiceProps {
  readonly status: ConnectionStatus;
  /** As it is kept; undefined until it was used once. */
  readonly connection: ConnectionEntry | undefined;
}

/** The service that Lectern brings. */
export function LocalService({ status, connection }: LocalServiceProps) {
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
      <Running state={status.state} />
      {connection && <MoreSettings connection={connection} />}
      <div className={styles.actions}>
        {inUse ? (
          <span className="tag">in use</span>
        ) : (
          <Button loading={use.isPending} onClick={() => use.mutate({ plan: null })}>
            Use it
          </Button>
        )}
        <Button onClick={() => void ask('shell.reveal', { what: 'service' }).catch(notifyFailure)}>
          Show its data folder
        </Button>
      </div>
      {use.error && <ProblemNotice error={use.error.error} onRetry={() => use.mutate({ plan: null })} />}
    </li>
  );
}

/** Whether it runs, where, and what it wrote last. @param state the connection's state */
function Running({ state }: { readonly state: ConnectionStatus['state'] }) {
  const { data: look, refetch } = useAsk('connection.local', {}, { refetchOnMount: 'always' });
  return (
    <>
      {look && (
        <dl className={styles.facts} data-state={state}>
          <dt>State</dt>
          <dd>
            {look.running ? (
              <span className={styles.good}>runs</span>
            ) : (
              'does not run; it starts by itself when it is used'
            )}
          </dd>
          {look.address !== null && (
            <>
              <dt>Address</dt>
              <dd className="mono">{look.address}</dd>
            </>
          )}
          <dt>Data folder</dt>
          <dd className="mono">{look.folder}</dd>
        </dl>
      )}
      <details className={styles.more} onToggle={() => void refetch()}>
        <summary>Its log</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <pre className={styles.log} tabIndex={0}>
          {look && look.log.length > 0 ? look.log.join('\n') : 'Nothing has been written yet.'}
        </pre>
      </details>
    </>
  );
}
