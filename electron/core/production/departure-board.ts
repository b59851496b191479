// The rows of the board for batches that are still to be submitted.

import type { BatchRow } from '../../../shared/ipc/production-requests.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import { at } from '../../../shared/rules/at.ts';
import { forecast } from '../scheduler/departures.ts';
import type { BudgetSnapshot, PlannedBatch } from '../scheduler/scheduler-types.ts';
import { finishTimes, type LoadState } from '../scheduler/service-load.ts';

/** Assumed time from sending to reply for a service that hasn't been measured, in milliseconds. */
export const ASSUMED_LATENCY_MS = 1_000;

/** Returns the label of a range of lines, such as “Act II 51–100”. */
export type LabelOf = (firstLineId: number, lastLineId: number) => string;

export interface CostForecast {
  readonly rows: readonly BatchRow[];
  /** Milliseconds since the epoch; null if nothing is waiting or the time is unknown. */
  readonly allSentAt: number | null;
  readonly doneAt: number | null;
}

export interface CostForecastOptions {
  /** The run, or `plan` if it has not been ordered yet. */
  readonly runKey: string;
  readonly lines: readonly OrderedLine[];
  readonly sent: number;
  readonly outlook: BudgetSnapshot;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Typical time for a batch to come back, in milliseconds; null if unknown. */
  readonly turnaroundMs: number | null;
  readonly load: LoadState;
  /** Nothing is being sent, and it is unknown when sending will resume. */
  readonly paused: boolean;
  readonly labelOf: LabelOf;
}

/** Forecasts the batches in which lines will be sent, in time proportional to the lines. */
export function forecastRows(options: CostForecastOptions): CostForecast {
  const { lines, outlook, now, paused, turnaroundMs, load } = options;
  if (lines.length === 0) return { rows: [], allSentAt: null, doneAt: null };
  const items = lines.map(({ lineId, characters }) => ({ id: String(lineId), characters }));
  const { departures, allSentAt, doneAt } = forecast(items, outlook, { now, latencyMs: ASSUMED_LATENCY_MS });
  const finished = finishTimes(load, departures, now)?.departures;
  const rows: BatchRow[] = [];
  let first = 0;
  for (const departure of departures) {
    const usual = turnaroundMs === null ? null : departure.at + turnaroundMs;
    const backAt = laterOf(finished?.[rows.length] ?? null, usual);
    rows.push(plannedRow(options, departure, { index: rows.length, first, backAt }));
    first += departure.lines;
  }
  if (paused) return { rows, allSentAt: null, doneAt: null };
  // Without limits everything is sent at once, so the submission times say nothing about completion.
  const isLimited = outlook.limit.requests !== undefined || outlook.limit.characters !== undefined;
  const last = rows.at(-1)?.backAt ?? null;
  return { rows, allSentAt, doneAt: last ?? (isLimited ? doneAt : null) };
}

/**
 * Returns when work is expected back: after the usual time, but not before the service can have finished it.
 * Milliseconds since the epoch, or null if neither is known.
 */
export function laterOf(finishedAt: number | null, usual: number | null): number | null {
  if (finishedAt === null || usual === null) return finishedAt ?? usual;
  return Math.max(finishedAt, usual);
}

interface BatchPosition {
  readonly index: number;
  readonly first: number;
  readonly backAt: number | null;
}

function plannedRow(
  options: CostForecastOptions,
  departure: PlannedBatch,
  { index, first, backAt }: BatchPosition,
): BatchRow {
  const { lines, sent, runKey, paused, labelOf, now } = options;
  const number = sent + index + 1;
  const from = at(lines, first).lineId;
  const to = at(lines, first + departure.lines - 1).lineId;
  return {
    key: `${runKey}.${number}`,
    number,
    batchId: null,
    leavesAt: paused ? null : departure.at,
    hasLeft: false,
    backAt: paused ? null : backAt,
    lines: labelOf(from, to),
    lineCount: departure.lines,
    characters: departure.characters,
    cells: 'w'.repeat(departure.lines),
    state: !paused && departure.at > now ? 'waits-for-budget' : 'queued',
    failed: 0,
    webhook: null,
  };
}

export interface RowChanges {
  readonly rows: readonly BatchRow[];
  /** True if `rows` is the complete list because earlier rows have disappeared. */
  readonly replaceAll: boolean;
}

/** Remembers the last reported rows and finds the changes. */
export class RowMemory {
  #told = new Map<string, BatchRow>();

  replace(rows: readonly BatchRow[]): void {
    this.#told = new Map(rows.map((row) => [row.key, row]));
  }

  changes(rows: readonly BatchRow[]): RowChanges {
    const before = this.#told;
    this.replace(rows);
    const isShorter = [...before.keys()].some((key) => !this.#told.has(key));
    if (isShorter) return { rows, replaceAll: true };
    return { rows: rows.filter((row) => !isSame(before.get(row.key), row)), replaceAll: false };
  }
}

function isSame(one: BatchRow | undefined, other: BatchRow): boolean {
  if (!one) return false;
  return (Object.keys(other) as (keyof BatchRow)[]).every((name) => one[name] === other[name]);
}
