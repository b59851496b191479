// The rows of the departure board: batches that were sent, and those that will be.

import type { BatchRow } from '../../../shared/ipc/production-requests.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import { at } from '../../../shared/rules/at.ts';
import { forecast } from '../scheduler/departures.ts';
import type { Departure, Outlook } from '../scheduler/scheduler-types.ts';
import { finishTimes, type LoadState } from '../scheduler/service-load.ts';

/** What a forecast assumes of a service that it has not measured: milliseconds from sending to reply. */
export const ASSUMED_LATENCY_MS = 1_000;

/** What a stretch of lines is called, such as “Act II 51–100”, by its first and last line. */
export type LabelOf = (firstLineId: number, lastLineId: number) => string;

export interface Outlay {
  readonly rows: readonly BatchRow[];
  /** Milliseconds since the epoch; null where nothing waits, or the time is unknown. */
  readonly allSentAt: number | null;
  readonly doneAt: number | null;
}

export interface OutlayOptions {
  /** The run, or `plan` for one that is not ordered yet. */
  readonly runKey: string;
  /** In the order in which they leave. */
  readonly lines: readonly OrderedLine[];
  /** How many batches were sent before. */
  readonly sent: number;
  readonly outlook: Outlook;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Milliseconds that a batch takes to come back; null where that is not known. */
  readonly turnaroundMs: number | null;
  /** What the service has already and how fast it finishes. */
  readonly load: LoadState;
  /** Nothing leaves at present, and it is unknown when it will. */
  readonly paused: boolean;
  readonly labelOf: LabelOf;
}

/** Foretells the batches that lines will leave in. It takes time in proportion to the lines. */
export function foretold(options: OutlayOptions): Outlay {
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
  // Without limits everything leaves at once, which says nothing of when it comes back.
  const isLimited = outlook.limit.requests !== undefined || outlook.limit.characters !== undefined;
  const last = rows.at(-1)?.backAt ?? null;
  return { rows, allSentAt, doneAt: last ?? (isLimited ? doneAt : null) };
}

/**
 * When work is back: as long after its departure as work usually is, but no sooner than the service has finished it.
 * Milliseconds since the epoch; null where neither is known.
 */
export function laterOf(finishedAt: number | null, usual: number | null): number | null {
  if (finishedAt === null || usual === null) return finishedAt ?? usual;
  return Math.max(finishedAt, usual);
}

interface BatchPosition {
  readonly index: number;
  /** The index of its first line. */
  readonly first: number;
  readonly backAt: number | null;
}

function plannedRow(options: OutlayOptions, departure: Departure, { index, first, backAt }: BatchPosition): BatchRow {
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

/** What has changed between two states of the rows, for a reader that has the first. */
export interface RowChanges {
  readonly rows: readonly BatchRow[];
  /** `rows` are all there are: some of those before are gone. */
  readonly replaceAll: boolean;
}

/** Remembers the rows that were told last, and finds what is new. */
export class RowMemory {
  #told = new Map<string, BatchRow>();

  /** All rows are told, whatever was told before. */
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
