import type { BatchRow } from '../../../shared/ipc/production-requests.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import { at } from '../../../shared/rules/at.ts';
import { forecastQueue } from '../scheduler/forecast.ts';
import { LineQueue } from '../scheduler/line-queue.ts';
import type { BudgetSnapshot, PlannedBatch, QueueItem } from '../scheduler/scheduler-types.ts';
import { finishTimes, type LoadState } from '../scheduler/service-load.ts';

/** Assumed time from sending to reply for an unmeasured service. */
export const ASSUMED_LATENCY_MS = 1_000;

export type LabelOf = (firstLineId: number, lastLineId: number) => string;

export interface RunForecast {
  readonly rows: readonly BatchRow[];
  /** Milliseconds since the epoch; null if nothing is waiting or the time is unknown. */
  readonly allSentAt: number | null;
  readonly doneAt: number | null;
}

export interface RunForecastOptions {
  readonly runKey: string;
  readonly lines: readonly OrderedLine[];
  /** The characters of each line of other projects that is sent first. Default: none. */
  readonly ahead?: readonly number[] | undefined;
  readonly sent: number;
  readonly outlook: BudgetSnapshot;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Typical time until a batch is finished, in milliseconds; null if unknown. */
  readonly turnaroundMs: number | null;
  readonly load: LoadState;
  readonly paused: boolean;
  readonly labelOf: LabelOf;
}

/** Takes time proportional to the lines. */
export function forecastRows(options: RunForecastOptions): RunForecast {
  const { lines, ahead = [], outlook, now, paused, turnaroundMs, load } = options;
  if (lines.length === 0) return { rows: [], allSentAt: null, doneAt: null };
  const items = lines.map(({ lineId, characters }) => ({ id: String(lineId), characters }));
  const fitting = ahead.filter((characters) => characters <= (outlook.limit.characters ?? Infinity));
  const queue = new LineQueue<QueueItem, string>();
  queue.add(
    'ahead',
    'bulk',
    fitting.map((characters, index) => ({ id: `ahead ${index}`, characters })),
  );
  queue.add('own', 'bulk', items);
  const { batches: all, allSentAt } = forecastQueue(queue, outlook, { now, latencyMs: ASSUMED_LATENCY_MS });
  const first = firstOwnBatch(all, fitting.length);
  const batches = all.slice(first);
  const finished = finishTimes(load, all, now)?.batches.slice(first);
  const rows: BatchRow[] = [];
  let line = 0;
  for (const batch of batches) {
    const usual = turnaroundMs === null ? null : batch.at + turnaroundMs;
    const backAt = estimatedArrival(finished?.[rows.length] ?? null, usual);
    rows.push(plannedRow(options, batch, { index: rows.length, first: line, backAt }));
    line += batch.lines;
  }
  if (paused) return { rows, allSentAt: null, doneAt: null };
  // Submission times don't indicate when lines are completed: that is unknown until the service has been measured.
  return { rows, allSentAt, doneAt: rows.at(-1)?.backAt ?? null };
}

/** A batch only has lines of one project. */
function firstOwnBatch(batches: readonly PlannedBatch[], linesAhead: number): number {
  let index = 0;
  for (let lines = 0; lines < linesAhead && index < batches.length; index += 1) lines += batches[index]?.lines ?? 0;
  return index;
}

/**
 * Milliseconds since the epoch: when the batch usually finishes, but not before the service could have finished it.
 * Null if neither time is known.
 */
export function estimatedArrival(finishedAt: number | null, usual: number | null): number | null {
  if (finishedAt === null || usual === null) return finishedAt ?? usual;
  return Math.max(finishedAt, usual);
}

interface BatchPosition {
  readonly index: number;
  readonly first: number;
  readonly backAt: number | null;
}

function plannedRow(
  options: RunForecastOptions,
  batch: PlannedBatch,
  { index, first, backAt }: BatchPosition,
): BatchRow {
  const { lines, sent, runKey, paused, labelOf, now } = options;
  const number = sent + index + 1;
  const from = at(lines, first).lineId;
  const to = at(lines, first + batch.lines - 1).lineId;
  return {
    key: `${runKey}.${number}`,
    number,
    batchId: null,
    leavesAt: paused ? null : batch.at,
    hasLeft: false,
    backAt: paused ? null : backAt,
    lines: labelOf(from, to),
    lineCount: batch.lines,
    characters: batch.characters,
    cells: 'w'.repeat(batch.lines),
    state: !paused && batch.at > now ? 'waits-for-budget' : 'queued',
    failed: 0,
    webhook: null,
  };
}
