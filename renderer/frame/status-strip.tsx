import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Budget, RunSummary } from '../../shared/ipc/production-requests.ts';
import type { QueueState } from '../../shared/ipc/queue-requests.ts';
import type { ConnectionStatus } from '../../shared/ipc/settings-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { words } from '../locales/words.ts';
import { runCommand } from '../ui/commands.ts';
import { formatClock } from '../ui/format.ts';
import { useView } from '../ui/view-store.ts';
import { activePlan, PLAN_LABELS } from '../ui/wording/plans.ts';
import { endedEarly, extraTakesText } from '../ui/wording/status.ts';
import styles from './status-strip.module.css';

const t = words('frame');

/** Shows the connection, how much of this minute's budget has been used, and the progress of the run. */
export function StatusStrip({ projectIsOpen }: { readonly projectIsOpen: boolean }) {
  const { data: status } = useAsk('connection.status', {});
  const { data: budget } = useAsk('production.budget', {});
  const { data: snapshot } = useAsk('production.snapshot', {}, { enabled: projectIsOpen });
  return (
    <footer className={styles.strip}>
      <Connection status={status} />
      {budget && <BudgetMeters budget={budget} />}
      <span className="grow" />
      <QueueProgress />
      {projectIsOpen && snapshot && (
        <span role="status" className="cut" title={runText(snapshot.run)}>
          {runText(snapshot.run)}
        </span>
      )}
    </footer>
  );
}

/** Shown while projects other than the one on the screen render, or wait to. */
function QueueProgress() {
  const { data: queue } = useAsk('queue.state', {});
  const text = queue ? queueText(queue) : null;
  if (text === null) return null;
  return (
    <button
      type="button"
      className={styles.queue}
      title={t('strip.queue.open')}
      onClick={() => runCommand('queue.open')}
    >
      {text}
    </button>
  );
}

export function queueText({ entries, isHeld, isOverBudget }: QueueState): string | null {
  if (isOverBudget) return t('strip.queue.overBudget');
  const running = entries.filter(({ state }) => state === 'running');
  const waiting = entries.filter(({ state }) => state === 'waiting');
  if (![...running, ...waiting].some(({ isShown }) => !isShown)) return null;
  if (isHeld && running.length === 0) return t('strip.queue.held', { projects: waiting.length });
  const rendered = running.reduce((sum, entry) => sum + entry.rendered, 0);
  const lines = running.reduce((sum, entry) => sum + entry.lines, 0);
  const facts = [
    running.length > 0 && t('strip.queue.rendering', { projects: running.length, rendered, lines }),
    waiting.length > 0 && t('strip.queue.waiting', { projects: waiting.length }),
  ];
  return facts.filter(Boolean).join(' · ');
}

const STATE_COLOUR: Readonly<Record<ConnectionStatus['state'], string>> = {
  none: 'var(--none)',
  connecting: 'var(--flight)',
  ready: 'var(--fresh)',
  'key-needed': 'var(--stale)',
  failed: 'var(--fail)',
};

function Connection({ status }: { readonly status: ConnectionStatus | undefined }) {
  return (
    <button type="button" className={styles.connection} onClick={() => useView.getState().goTo('settings')}>
      <i aria-hidden style={{ background: STATE_COLOUR[status?.state ?? 'none'] }} />
      {connectionText(status)}
    </button>
  );
}

export function connectionText(status: ConnectionStatus | undefined): string {
  if (!status) return ' ';
  const { state } = status;
  const service = status.kind === 'local' ? t('strip.local') : status.name;
  if (state === 'none') return t('strip.connection.none');
  const plan = activePlan(status);
  if (state === 'ready' && plan) return t('strip.connection.readyWithPlan', { service, plan: PLAN_LABELS[plan] });
  return t(`strip.connection.${state}`, { service });
}

/** Shows how much of this minute's limits has been used. Limits that aren't set aren't shown. */
function BudgetMeters({ budget: { characters, requests } }: { readonly budget: Budget }) {
  return (
    <>
      {characters.limit !== null && (
        <BudgetMeter
          label={t.parts('strip.characters', {
            more: (inside) => (
              <span key="more" className={styles.more}>
                {inside}
              </span>
            ),
          })}
          used={characters.used}
          limit={characters.limit}
        />
      )}
      {requests.limit !== null && (
        <BudgetMeter label={t('strip.requests')} used={requests.used} limit={requests.limit} />
      )}
    </>
  );
}

interface BudgetMeterProps {
  readonly label: ReactNode;
  readonly used: number;
  readonly limit: number;
}

function BudgetMeter({ label, used, limit }: BudgetMeterProps) {
  return (
    <Group component="span" wrap="nowrap">
      <span>{label}</span>
      <span aria-hidden className={styles.meter}>
        <i style={{ width: `${Math.min(100, (100 * used) / Math.max(1, limit))}%` }} />
      </span>
      <span>{t('strip.used', { used, limit })}</span>
    </Group>
  );
}

export function runText(run: RunSummary): string {
  const { state, rendered, lines, failed, inDoubt, lost, wait, doneAt } = run;
  if (state === 'idle') return '';
  const isRunning = state === 'running';
  const facts = [
    stateText(state, run),
    t('strip.run.rendered', { rendered, lines }),
    extraTakesText(run),
    failed > 0 && t('strip.run.failed', { lines: failed }),
    inDoubt > 0 && t('strip.run.inDoubt', { lines: inDoubt }),
    lost > 0 && t('strip.run.lost', { lines: lost }),
    isRunning && wait && t(`strip.run.wait.${wait.cause}`, { time: formatClock(wait.until) }),
    isRunning && doneAt !== null && t('strip.run.doneAt', { time: formatClock(doneAt) }),
  ];
  return facts.filter(Boolean).join(' · ');
}

function stateText(state: Exclude<RunSummary['state'], 'idle'>, run: RunSummary): string {
  if (state === 'running') return t('strip.run.running', { batches: run.batchesInFlight });
  return t(`strip.run.${state === 'finished' && endedEarly(run) ? 'stopped' : state}`);
}
