// The words and colours of runs and batches.
import type { BatchRow, LogEntry, RunSummary } from '../../shared/ipc/production-requests.ts';
import type { SpendingGrouping } from '../../shared/model/spending.ts';
import { formatCount, formatCounted } from '../ui/format.ts';

const BATCH_WORDS: Readonly<Record<BatchRow['state'], { readonly label: string; readonly colour: string }>> = {
  queued: { label: 'queued', colour: 'var(--dim)' },
  'waits-for-budget': { label: 'waits for budget', colour: 'var(--stale)' },
  sending: { label: 'sending', colour: 'var(--flight)' },
  pending: { label: 'pending', colour: 'var(--flight)' },
  'in-progress': { label: 'in progress', colour: 'var(--flight)' },
  done: { label: 'done', colour: 'var(--fresh)' },
  failed: { label: 'failed', colour: 'var(--fail)' },
  'in-doubt': { label: 'in doubt', colour: 'var(--doubt)' },
  lost: { label: 'lost', colour: 'var(--doubt)' },
  'sent-again': { label: 'sent again', colour: 'var(--doubt)' },
  refused: { label: 'refused', colour: 'var(--fail)' },
  cancelled: { label: 'canceled', colour: 'var(--dim)' },
};

/** A batch's state in a word or two: how many lines failed, where some did. */
export function batchWords({ state, failed }: BatchRow): { readonly label: string; readonly colour: string } {
  if (failed > 0 && state !== 'in-doubt' && state !== 'lost')
    return { label: `${formatCount(failed)} failed`, colour: 'var(--fail)' };
  return BATCH_WORDS[state];
}

/** The colours of a line's cell, by its letter in `BatchRow.cells`. */
export const CELL_COLOURS: Readonly<Record<string, string>> = {
  w: 'var(--line)',
  s: 'var(--flight)',
  d: 'var(--fresh)',
  f: 'var(--fail)',
  q: 'var(--doubt)',
  l: 'var(--doubt)',
  c: 'var(--line)',
};

/** What the cells of a batch say, for those who can't see them. */
export function cellsInWords(cells: string): string {
  const counted = (letter: string) => cells.split(letter).length - 1;
  const parts = [
    [counted('d'), 'done'],
    [counted('s'), 'in flight'],
    [counted('f'), 'failed'],
    [counted('q'), 'in doubt'],
    [counted('l'), 'lost'],
    [counted('w'), 'waiting'],
    [counted('c'), 'canceled'],
  ] as const;
  return parts.flatMap(([count, word]) => (count > 0 ? [`${count} ${word}`] : [])).join(', ');
}

const WAITS: Readonly<Record<NonNullable<RunSummary['wait']>['cause'], string>> = {
  budget: 'This minute’s budget is used up.',
  'rate-limited': 'The service asked to wait (429): nothing is lost, the lines go out again.',
  unreachable: 'The service does not answer at the moment. What it has is asked for again.',
  doubt: 'The service gave no clear answer, so the next batch waits a little.',
};

/** A span of time as an estimate: to the second below a minute, else to the minute. */
export function formatEstimate(milliseconds: number | null): string {
  if (milliseconds === null) return '–';
  const seconds = Math.max(1, Math.round(milliseconds / 1_000));
  if (seconds < 60) return `about ${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `about ${minutes} min` : `about ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Why nothing leaves at present, in a sentence or two. */
export const waitWords = ({ cause, message }: NonNullable<RunSummary['wait']>): string =>
  message && cause !== 'budget' ? `${WAITS[cause]} ${message}` : WAITS[cause];

/** Amounts of money by their currencies: `12.30 EUR`, `12.30 EUR + 4.00 USD`; a dash where there are none. */
export function amountsInWords(amounts: Readonly<Record<string, number>>): string {
  const words = Object.entries(amounts).map(([currency, amount]) => formatAmount(amount, currency));
  return words.length === 0 ? '–' : words.join(' + ');
}

/** Small amounts keep what makes them differ from nothing. */
export const formatAmount = (amount: number, currency: string): string =>
  `${amount > 0 && amount < 0.1 ? amount.toFixed(4) : amount.toFixed(2)} ${currency}`;

/** What stands where a row of the costs is about nothing that is there. */
export const NAMELESS: Readonly<Record<SpendingGrouping, string>> = {
  line: 'Not in the script',
  chapter: 'Not in the script',
  role: 'No role',
  run: 'Auditions',
};

/** An entry of the log as a row of text. */
export function logWords({ kind, batch, line, lines, message }: LogEntry): string {
  const which = batch === null ? 'A batch' : `Batch ${batch}`;
  const many = lines === null ? '' : ` (${formatCounted(lines, 'line')})`;
  switch (kind) {
    case 'started':
      return `Run started${many}.`;
    case 'batch-sent':
      return `${which} left${many}.`;
    case 'batch-accepted':
      return `${which} was accepted${many}.`;
    case 'batch-in-doubt':
      return `${which} is in doubt${many}: ${message ?? 'no reply came'}`;
    case 'sent-again':
      return `${which} is sent again${many}, as the connection’s setting says: it may be charged twice.`;
    case 'lines-lost':
      return `${formatCounted(lines ?? 0, 'line')} of ${batch === null ? 'an earlier batch' : `batch ${batch}`} ${lines === 1 ? 'is' : 'are'} lost. ${message ?? ''}`.trimEnd();
    case 'line-failed':
      return `${line ?? 'A line'} failed: ${message ?? 'the service gave no reason.'}`;
    case 'waiting':
      return message ?? 'Waiting.';
    case 'stopped':
      return `Stopped: ${message ?? 'the run could not go on.'}`;
    case 'paused':
      return 'Paused: nothing more is sent.';
    case 'resumed':
      return 'Resumed.';
    case 'finished':
      return 'Run finished.';
    case 'cancelled':
      return 'Unsent lines canceled.';
  }
}
