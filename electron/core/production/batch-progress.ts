import type { BatchRow } from '../../../shared/ipc/production-requests.ts';
import {
  type DoubtReason,
  doubtReasonSchema,
  type Failure,
  failureSchema,
  lossSchema,
} from '../../../shared/model/problems/line-failure.ts';
import type { LossCause } from '../../../shared/model/problems/loss.ts';
import type { Webhook } from '../../../shared/model/webhook.ts';
import { largest } from '../../../shared/rules/lists.ts';
import { LEFT_OUT } from '../project/journal/journal-doubts.ts';
import type { BatchRecord, JobRecord } from '../project/journal/journal-reports.ts';

export type BatchCell = 's' | 'd' | 'f' | 'q' | 'l' | 'c';

type Phase = 'sending' | 'accepted' | 'in-doubt' | 'sent-again';

interface BatchProgressParts {
  readonly id: number;
  readonly runId: number;
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly backAt: number | null;
  readonly characters: number;
  readonly lineIds: readonly number[];
  readonly cells: readonly BatchCell[];
  readonly phase: Phase;
  readonly webhook: Webhook | null;
}

export class BatchProgress {
  readonly id: number;
  readonly runId: number;
  readonly sentAt: number;
  readonly characters: number;
  readonly lineIds: readonly number[];
  #number: number;
  #backAt: number | null;
  #phase: Phase;
  #webhook: Webhook | null;
  readonly #cells: BatchCell[];
  readonly #places: ReadonlyMap<number, number>;
  #open: number;

  constructor(parts: BatchProgressParts) {
    this.id = parts.id;
    this.runId = parts.runId;
    this.sentAt = parts.sentAt;
    this.characters = parts.characters;
    this.lineIds = parts.lineIds;
    this.#number = parts.number;
    this.#backAt = parts.backAt;
    this.#phase = parts.phase;
    this.#webhook = parts.webhook;
    this.#cells = [...parts.cells];
    this.#places = new Map(parts.lineIds.map((lineId, place) => [lineId, place]));
    this.#open = this.#cells.filter((cell) => cell === 's').length;
  }

  /** 1-based, in order of submission. */
  get number(): number {
    return this.#number;
  }

  /** Milliseconds since the epoch; null while lines are outstanding. */
  get backAt(): number | null {
    return this.#backAt;
  }

  get isOpen(): boolean {
    return this.#open > 0;
  }

  get isRefused(): boolean {
    return this.#phase === 'sending' && this.#open === 0;
  }

  updateWebhook(webhook: Webhook | null): void {
    this.#webhook = webhook;
  }

  renumber(number: number): void {
    this.#number = number;
  }

  accept(): void {
    this.#phase = 'accepted';
  }

  doubt(): void {
    this.#phase = 'in-doubt';
    this.#cells.fill('q');
    this.#open = 0;
  }

  sendAgain(lineIds: readonly number[]): void {
    this.#phase = 'sent-again';
    for (const lineId of lineIds) {
      const place = this.#places.get(lineId);
      if (place !== undefined) this.#cells[place] = 'c';
    }
  }

  /** Returns whether this was the last outstanding line. */
  mark(lineId: number, cell: 'd' | 'f' | 'l', now: number): boolean {
    const place = this.#places.get(lineId);
    if (place === undefined || this.#cells[place] !== 's') return false;
    this.#cells[place] = cell;
    this.#open -= 1;
    if (this.#open > 0) return false;
    this.#backAt = now;
    return true;
  }

  /** `lines` is a label such as “Act II 51–100”; `dueAt` is when the batch is expected back. */
  row(lines: string, dueAt: number | null): BatchRow {
    return {
      key: `${this.runId}.${this.#number}`,
      number: this.#number,
      batchId: this.id,
      leavesAt: this.sentAt,
      hasLeft: true,
      backAt: this.#backAt ?? (this.isOpen ? dueAt : null),
      lines,
      lineCount: this.lineIds.length,
      characters: this.characters,
      cells: this.#cells.join(''),
      state: this.#state(),
      failed: this.#cells.filter((cell) => cell === 'f').length,
      webhook: this.#webhook,
    };
  }

  #state(): BatchRow['state'] {
    if (this.#phase === 'in-doubt') return 'in-doubt';
    // Some lines of a batch can be sent again while others are outstanding or await a decision.
    if (this.#phase === 'sent-again' && this.#cells.every((cell) => cell === 'c')) return 'sent-again';
    if (this.isRefused) return 'refused';
    if (this.#phase === 'sending') return 'sending';
    if (this.isOpen) return this.#open < this.#cells.length ? 'in-progress' : 'pending';
    if (this.#cells.includes('l')) return 'lost';
    if (this.#cells.every((cell) => cell === 'c')) return 'cancelled';
    return this.#cells.every((cell) => cell === 'f') ? 'failed' : 'done';
  }
}

export function progressOfBatch(record: BatchRecord, number: number): BatchProgress {
  const cells = record.jobs.map(cellOf);
  const times = record.jobs.map((job) => job.finishedAt ?? 0);
  return new BatchProgress({
    id: record.id,
    runId: record.runId,
    number,
    sentAt: record.sentAt,
    backAt: cells.includes('s') || cells.includes('q') ? null : largest(times),
    characters: record.characters,
    lineIds: record.jobs.map((job) => job.lineId),
    cells,
    phase: wasSentAgain(record) ? 'sent-again' : PHASES[record.state],
    webhook: record.webhook,
  });
}

const wasSentAgain = ({ state, jobs }: BatchRecord): boolean =>
  (state === 'resubmitted' && jobs.every((job) => job.state === 'resubmitted' && kindOf(job.reason) === 'in-doubt')) ||
  jobs.some((job) => job.state === 'resubmitted' && kindOf(job.reason) === 'lost');

const PHASES: Readonly<Record<BatchRecord['state'], Phase>> = {
  sending: 'sending',
  refused: 'sending',
  'not-sent': 'sending',
  'in-doubt': 'in-doubt',
  accepted: 'accepted',
  done: 'accepted',
  resubmitted: 'accepted',
};

function cellOf({ state }: JobRecord): BatchCell {
  switch (state) {
    case 'sent':
    case 'accepted':
      return 's';
    case 'done':
      return 'd';
    case 'in-doubt':
      return 'q';
    case 'lost':
      return 'l';
    case 'resubmitted':
      return 'c';
    case 'refused':
    case 'failed':
      return 'f';
  }
}

/** True if the producer chose not to send a job in doubt again. */
export const isLeftOut = (reason: unknown): boolean => kindOf(reason) === LEFT_OUT;

const kindOf = (reason: unknown): unknown =>
  typeof reason === 'object' && reason !== null && 'kind' in reason ? reason.kind : null;

export const failureFromReason = (reason: unknown): Failure =>
  failureSchema.safeParse(reason).data ?? { kind: 'failed-by-service', message: recordedMessage(reason) };

/** Returns null if the journal has no reason. */
export function doubtOfReason(reason: unknown): DoubtReason | null {
  const known = doubtReasonSchema.safeParse(reason);
  if (known.success) return known.data;
  const message = recordedMessage(reason);
  return message === null ? null : { kind: 'in-doubt', why: 'recorded', message };
}

export const lossOfReason = (reason: unknown): LossCause | null => lossSchema.safeParse(reason).data?.cause ?? null;

/** Earlier versions stored English messages instead of problem types. */
function recordedMessage(reason: unknown): string | null {
  if (typeof reason === 'string') return reason;
  const message = typeof reason === 'object' && reason !== null && 'message' in reason ? reason.message : null;
  return typeof message === 'string' ? message : null;
}

export interface RowChanges {
  readonly rows: readonly BatchRow[];
  /** `rows` is the complete list, because earlier rows have been removed. */
  readonly replaceAll: boolean;
}

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
