import type { Budget, RunSummary } from '../../shared/ipc/production-requests.ts';
import type { ConnectionStatus } from '../../shared/ipc/settings-requests.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { formatClock, formatCount, formatCounted } from '../ui/format.ts';
import { useView } from '../ui/view-store.ts';
import { PLAN_LABELS, planInForce } from '../ui/wording/plans.ts';
import { extraTakesWords } from '../ui/wording/status.ts';
import styles from './status-strip.module.css';

/** Which service, how much of this minute's budget is used, and how far the run is. */
export function StatusStrip({ projectIsOpen }: { readonly projectIsOpen: boolean }) {
  const { data: status } = useAsk('connection.status', {});
  const { data: budget } = useAsk('production.budget', {});
  const { data: snapshot } = useAsk('production.snapshot', {}, { enabled: projectIsOpen });
  return (
    <footer className={styles.strip}>
      <Connection status={status} />
      {budget && <BudgetMeters budget={budget} />}
      <span className={styles.grow} />
      {projectIsOpen && snapshot && (
        <span role="status" className="cut" title={runWords(snapshot.run)}>
          {runWords(snapshot.run)}
        </span>
      )}
    </footer>
  );
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
      {connectionWords(status)}
    </button>
  );
}

function connectionWords(status: ConnectionStatus | undefined): string {
  if (!status) return ' ';
  const inForce = planInForce(status);
  const plan = inForce ? ` · ${PLAN_LABELS[inForce]}` : '';
  switch (status.state) {
    case 'none':
      return 'No service connected';
    case 'connecting':
      return `${status.name} · connecting…`;
    case 'ready':
      return `${status.name}${plan}`;
    case 'key-needed':
      return `${status.name} · key needed`;
    case 'failed':
      return `${status.name} · not connected`;
  }
}

/** This minute's use of what is limited; what is not limited is not counted either, and not shown. */
function BudgetMeters({ budget: { characters, requests } }: { readonly budget: Budget }) {
  return (
    <>
      {characters.limit !== null && (
        <BudgetMeter label="characters" more=" this minute" used={characters.used} limit={characters.limit} />
      )}
      {requests.limit !== null && <BudgetMeter label="requests" used={requests.used} limit={requests.limit} />}
    </>
  );
}

interface BudgetMeterProps {
  readonly label: string;
  /** What is added where there is room. */
  readonly more?: string;
  readonly used: number;
  readonly limit: number;
}

function BudgetMeter({ label, more, used, limit }: BudgetMeterProps) {
  return (
    <span className={styles.budget}>
      <span>
        {label}
        {more && <span className={styles.more}>{more}</span>}
      </span>
      <span aria-hidden className={styles.meter}>
        <i style={{ width: `${Math.min(100, (100 * used) / Math.max(1, limit))}%` }} />
      </span>
      <span>
        {formatCount(used)} / {formatCount(limit)}
      </span>
    </span>
  );
}

/** A run in a few words. */
export function runWords(run: RunSummary): string {
  const lines = `${formatCount(run.rendered)} of ${formatCounted(run.lines, 'line')}`;
  const done = [lines, extraTakesWords(run)].filter((words) => words !== null).join(' · ');
  const failed = run.failed > 0 ? ` · ${formatCount(run.failed)} failed` : '';
  const doubt = run.inDoubt > 0 ? ` · ${formatCount(run.inDoubt)} in doubt` : '';
  const lost = run.lost > 0 ? ` · ${formatCount(run.lost)} lost` : '';
  const open = `${failed}${doubt}${lost}`;
  switch (run.state) {
    case 'idle':
      return '';
    case 'running': {
      const flight = `${formatCounted(run.batchesInFlight, 'batch', 'batches')} in flight`;
      const end = run.doneAt === null ? '' : ` · done at ${formatClock(run.doneAt)}`;
      return `${flight} · ${done}${open}${waitWords(run)}${end}`;
    }
    case 'paused':
      return `paused · ${done}${open}`;
    case 'stopping':
      return `waiting for what was sent · ${done}${open}`;
    case 'finished':
      return `${run.stopped === null ? 'run finished' : 'run stopped'} · ${done}${open}`;
  }
}

const WAIT = {
  budget: 'waits for budget until',
  'rate-limited': 'refused, waits until',
  unreachable: 'service not reached, tries again at',
  doubt: 'waits for you since a batch is in doubt, until',
} as const;

const waitWords = ({ wait }: RunSummary) => (wait ? ` · ${WAIT[wait.cause]} ${formatClock(wait.until)}` : '');
