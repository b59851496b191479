import type { BatchRow, LogEntry, RunSummary } from '../../shared/ipc/production-requests.ts';
import { listed, tProblem, words } from '../locales/words.ts';
import { formatAmount } from '../ui/wording/amounts.ts';
import { tRun } from '../ui/wording/errors.ts';

const t = words('production');

const BATCH_COLOURS: Readonly<Record<BatchRow['state'], string>> = {
  queued: 'var(--dim)',
  'waits-for-budget': 'var(--stale)',
  sending: 'var(--flight)',
  pending: 'var(--flight)',
  'in-progress': 'var(--flight)',
  done: 'var(--fresh)',
  failed: 'var(--fail)',
  'in-doubt': 'var(--doubt)',
  lost: 'var(--doubt)',
  'sent-again': 'var(--doubt)',
  refused: 'var(--fail)',
  cancelled: 'var(--dim)',
};

export const batchNumber = ({ number }: Pick<BatchRow, 'number'>): string => String(number).padStart(2, '0');

export function batchStateText({ state, failed }: BatchRow): { readonly label: string; readonly colour: string } {
  if (failed > 0 && state !== 'in-doubt' && state !== 'lost')
    return { label: t('board.failed', { lines: failed }), colour: 'var(--fail)' };
  return { label: t(`board.state.${state}`), colour: BATCH_COLOURS[state] };
}

/** Keyed by the letters in `BatchRow.cells`. */
export const CELL_COLOURS: Readonly<Record<string, string>> = {
  w: 'var(--line)',
  s: 'var(--flight)',
  d: 'var(--fresh)',
  f: 'var(--fail)',
  q: 'var(--doubt)',
  l: 'var(--doubt)',
  c: 'var(--line)',
};

const CELLS = [
  ['d', 'done'],
  ['s', 'inFlight'],
  ['f', 'failed'],
  ['q', 'inDoubt'],
  ['l', 'lost'],
  ['w', 'waiting'],
  ['c', 'canceled'],
] as const;

export function cellsText(cells: string): string {
  const parts = CELLS.flatMap(([letter, name]) => {
    const lines = cells.split(letter).length - 1;
    return lines > 0 ? [t(`board.cells.${name}`, { lines })] : [];
  });
  return listed(parts);
}

/** Formats durations below a minute in seconds, and longer ones in minutes. */
export function formatEstimate(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  // Rounded up, because start-up and network delays vary by seconds.
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 5) return t('estimate.few');
  if (seconds <= 55) return t('estimate.seconds', { seconds: Math.ceil(seconds / 5) * 5 });
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes < 60) return t('estimate.minutes', { minutes });
  return t('estimate.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

export const waitText = ({ cause, problem }: NonNullable<RunSummary['wait']>): string =>
  problem && cause !== 'budget'
    ? t('wait.because', { why: t(`wait.${cause}`), message: tProblem.service(problem) })
    : t(`wait.${cause}`);

/** Formats amounts by currency: `12.30 EUR`, `12.30 EUR + 4.00 USD`, or a dash if there are none. */
export function amountsText(amounts: Readonly<Record<string, number>>): string {
  const words = Object.entries(amounts).map(([currency, amount]) => formatAmount(amount, currency));
  return words.length === 0 ? '–' : words.join(' + ');
}

function logReason({ problem, doubt, loss, failure, stop }: LogEntry): string | null {
  if (problem) return tProblem.service(problem);
  if (doubt) return tRun.doubt(doubt);
  if (loss) return tProblem.loss(loss);
  if (failure) return tRun.failure(failure);
  return stop && tRun.stop(stop);
}

export function logEntryText(entry: LogEntry): string {
  const { kind, batch, line, lines } = entry;
  const message = logReason(entry);
  const key = kind === 'line-failed' && line === null ? 'unnamed-failed' : kind;
  return t(`log.entry.${key}`, {
    known: batch === null ? 'no' : 'yes',
    batch: batch ?? '',
    counted: lines === null ? 'no' : 'yes',
    lines: lines ?? 0,
    explained: message === null ? 'no' : 'yes',
    message: message ?? '',
    line: line ?? '',
  });
}
