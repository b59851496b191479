// A run's progress. Updated from the run's events, without reading the database.

import type { RunSummary } from '../../../shared/ipc/production-requests.ts';
import type { Failure } from '../../../shared/model/problems/line-failure.ts';
import type { OrderedLine, RunEvent } from '../../../shared/model/run.ts';
import { BatchProgress } from './batch-progress.ts';

/** `dropped`: cancelled, skipped or no longer needed. */
export type RunLineState = 'waiting' | 'sent' | 'done' | 'failed' | 'doubt' | 'lost' | 'dropped';

export interface StoredProgress {
  readonly runId: number;
  readonly batches: readonly BatchProgress[];
  readonly states: ReadonlyMap<number, RunLineState>;
  readonly waiting: readonly OrderedLine[];
  /** Extra takes that are ordered once the preceding take has arrived. Default: none. */
  readonly following?: readonly OrderedLine[];
  readonly failures: ReadonlyMap<number, Failure>;
  /** Counts from before the run was reloaded. */
  readonly extras?: ExtraTakes;
}

export type ExtraTakes = ReadonlyMap<
  number,
  {
    readonly stateInRun: RunLineState | null;
    /** Number of takes that arrived before the latest take was ordered. */
    readonly arrived: number;
  }
>;

type Counts = Pick<
  RunSummary,
  | 'lines'
  | 'rendered'
  | 'failed'
  | 'inDoubt'
  | 'lost'
  | 'waiting'
  | 'inFlight'
  | 'characters'
  | 'charactersSent'
  | 'batches'
  | 'batchesInFlight'
  | 'extraTakes'
  | 'extraTakesRendered'
>;

export class RunProgress {
  readonly runId: number;
  readonly #batches: BatchProgress[];
  readonly #byId: Map<number, BatchProgress>;
  readonly #batchOf = new Map<number, BatchProgress>();
  readonly #states: Map<number, RunLineState>;
  readonly #totals: Record<RunLineState, number> = {
    waiting: 0,
    sent: 0,
    done: 0,
    failed: 0,
    doubt: 0,
    lost: 0,
    dropped: 0,
  };
  readonly #failures: Map<number, Failure>;
  /** Not counted with the run's lines unless something goes wrong. */
  readonly #extras = new Map<number, { readonly state: RunLineState; readonly arrived: number }>();
  /** Takes and characters to be ordered after each line's waiting or sent take. */
  readonly #following = new Map<number, { readonly takes: number; readonly characters: number }>();
  #waiting = new Map<number, OrderedLine>();
  readonly #orders = new Map<number, OrderedLine>();
  /** Lower queue positions are sent first. */
  readonly #positions = new Map<number, number>();
  #first = 0;
  #last = 0;
  #waitingCharacters = 0;
  #turnaroundMs: number | null = null;

  constructor({ runId, batches, states, waiting, following = [], failures, extras = new Map() }: StoredProgress) {
    this.runId = runId;
    this.#batches = [...batches];
    this.#byId = new Map(batches.map((batch) => [batch.id, batch]));
    for (const batch of batches) for (const lineId of batch.lineIds) this.#batchOf.set(lineId, batch);
    this.#states = new Map(states);
    this.#failures = new Map(failures);
    for (const [lineId, { stateInRun, arrived }] of extras) {
      const state = states.get(lineId);
      if (state !== undefined && isOnTrack(state)) this.#trackExtra(lineId, { state, arrived }, stateInRun);
    }
    for (const state of this.#states.values()) this.#totals[state] += 1;
    this.order(waiting);
    for (const { lineId, characters, furtherTakes = 0 } of following) {
      this.#following.set(lineId, { takes: 1 + furtherTakes, characters: characters * (1 + furtherTakes) });
    }
  }

  get batches(): readonly BatchProgress[] {
    return this.#batches;
  }

  get turnaroundMs(): number | null {
    return this.#turnaroundMs;
  }

  waiting(): OrderedLine[] {
    return [...this.#waiting.values()];
  }

  failures(): ReadonlyMap<number, Failure> {
    return this.#failures;
  }

  /** These don't count in the run's totals. */
  get extras(): ExtraTakes {
    return new Map(
      [...this.#extras].map(([lineId, { arrived }]) => [
        lineId,
        { stateInRun: this.#states.get(lineId) ?? null, arrived },
      ]),
    );
  }

  get hasMore(): boolean {
    return this.#waiting.size > 0 || this.#following.size > 0;
  }

  /** Queues takes ahead of the run. Lines that the run hasn't rendered yet count as the run's own. */
  orderExtra(lines: readonly OrderedLine[]): void {
    for (const { lineId } of lines) {
      const state = this.#states.get(lineId);
      const before = this.#extras.get(lineId);
      const arrived = (before?.arrived ?? 0) + (before?.state === 'done' ? 1 : 0);
      if (state === undefined || state === 'done') this.#extras.set(lineId, { state: 'waiting', arrived });
    }
    this.#first -= lines.length;
    this.#setPositions(lines, this.#first);
  }

  #trackExtra(lineId: number, extra: { state: RunLineState; arrived: number }, stateInRun: RunLineState | null): void {
    this.#extras.set(lineId, extra);
    if (stateInRun === null) this.#states.delete(lineId);
    else this.#states.set(lineId, stateInRun);
  }

  order(lines: readonly OrderedLine[]): void {
    const from = this.#last;
    this.#last += lines.length;
    this.#setPositions(lines, from);
  }

  #setPositions(lines: readonly OrderedLine[], from: number): void {
    for (const [at, line] of lines.entries()) {
      this.#orders.set(line.lineId, line);
      this.#positions.set(line.lineId, from + at);
    }
    this.#addWaiting(lines);
  }

  #addWaiting(lines: readonly OrderedLine[]): void {
    for (const line of lines) {
      this.#setState(line.lineId, 'waiting');
      this.#waiting.set(line.lineId, line);
      const { furtherTakes: takes = 0 } = line;
      if (takes > 0) this.#following.set(line.lineId, { takes, characters: takes * line.characters });
      else this.#following.delete(line.lineId);
    }
    this.#waiting = new Map([...this.#waiting].sort(([a], [b]) => this.#positionOf(a) - this.#positionOf(b)));
    this.#waitingCharacters = 0;
    for (const { characters } of this.#waiting.values()) this.#waitingCharacters += characters;
  }

  #positionOf(lineId: number): number {
    const position = this.#positions.get(lineId);
    if (position === undefined) throw new RangeError(`Line ${lineId} waits without a place.`);
    return position;
  }

  cancelUnsent(): number[] {
    const cancelled = [...this.#waiting.keys()];
    for (const lineId of cancelled) this.#setState(lineId, 'dropped');
    return cancelled;
  }

  /** Returns the affected lines. `now` is in milliseconds since the epoch. */
  apply(event: RunEvent, now: number): readonly number[] {
    switch (event.kind) {
      case 'batch-sent':
        return this.#addBatch(event, now);
      case 'batch-accepted':
        this.#byId.get(event.batchId)?.accept();
        return [];
      case 'batch-withdrawn':
        return this.#removeBatch(event.batchId, event.lineIds);
      case 'batch-in-doubt':
        this.#byId.get(event.batchId)?.doubt();
        for (const lineId of event.lineIds) this.#setState(lineId, 'doubt');
        return event.lineIds;
      case 'lines-lost':
        for (const lineId of event.lineIds) {
          this.#byId.get(event.batchId)?.mark(lineId, 'l', now);
          this.#setState(lineId, 'lost');
          this.#failures.delete(lineId);
        }
        return event.lineIds;
      case 'lines-unfinished':
        return event.lineIds;
      case 'doubt-sent-again': {
        const lineIds = event.lines.map(({ lineId }) => lineId);
        this.#byId.get(event.batchId)?.sendAgain(lineIds);
        this.order(event.lines.map((line) => this.#orders.get(line.lineId) ?? line));
        return lineIds;
      }
      case 'line-rendered':
        this.#end(event.lineId, 'd', 'done', now);
        this.#failures.delete(event.lineId);
        return [event.lineId];
      case 'next-take':
        this.orderExtra([event.line]);
        return [event.line.lineId];
      case 'line-failed':
        this.#recordFailure(event.lineId, event.failure, event.willRetry, now);
        return [event.lineId];
      case 'line-skipped':
        this.#setState(event.lineId, 'dropped');
        return [event.lineId];
      default:
        return [];
    }
  }

  counts(): Counts {
    const inFlight = this.#batches.filter((batch) => batch.isOpen);
    const extras = [...this.#extras.values()];
    const extrasSent = extras.filter(({ state }) => state === 'sent').length;
    const extrasDone = extras.reduce((sum, { state, arrived }) => sum + arrived + (state === 'done' ? 1 : 0), 0);
    const extrasOpen = extras.filter(({ state }) => state !== 'done').length;
    let followingTakes = 0;
    let followingCharacters = 0;
    for (const { takes, characters } of this.#following.values()) {
      followingTakes += takes;
      followingCharacters += characters;
    }
    const charactersSent = this.#batches.reduce(
      (sum, batch) => sum + (batch.runId === this.runId && !batch.isRefused ? batch.characters : 0),
      0,
    );
    return {
      lines: this.#states.size,
      rendered: this.#totals.done,
      failed: this.#totals.failed,
      inDoubt: this.#totals.doubt,
      lost: this.#totals.lost,
      waiting: this.#waiting.size,
      inFlight: this.#totals.sent + extrasSent,
      characters: charactersSent + this.#waitingCharacters + followingCharacters,
      charactersSent,
      batches: this.#batches.length,
      batchesInFlight: inFlight.length,
      extraTakes: extrasDone + extrasOpen + followingTakes,
      extraTakesRendered: extrasDone,
    };
  }

  #addBatch(event: Extract<RunEvent, { kind: 'batch-sent' }>, now: number): readonly number[] {
    const { batchId, lineIds, characters, webhookHost } = event;
    const last = this.#batches.at(-1);
    const batch = new BatchProgress({
      id: batchId,
      runId: this.runId,
      number: (last?.number ?? 0) + 1,
      sentAt: now,
      characters,
      lineIds,
      cells: lineIds.map(() => 's'),
      phase: 'sending',
      backAt: null,
      webhook: webhookHost === null ? null : { host: webhookHost, state: 'waiting', calledAt: null, status: null },
    });
    this.#batches.push(batch);
    this.#byId.set(batchId, batch);
    for (const lineId of lineIds) {
      this.#batchOf.set(lineId, batch);
      this.#setState(lineId, 'sent');
      this.#failures.delete(lineId);
    }
    return lineIds;
  }

  #removeBatch(batchId: number, lineIds: readonly number[]): readonly number[] {
    const batch = this.#byId.get(batchId);
    if (!batch) return [];
    this.#byId.delete(batchId);
    this.#batches.splice(this.#batches.indexOf(batch), 1);
    for (const [index, each] of this.#batches.entries()) each.renumber(index + 1);
    this.#addWaiting(lineIds.flatMap((lineId) => this.#orders.get(lineId) ?? []));
    return lineIds;
  }

  #recordFailure(lineId: number, failure: Failure, willRetry: boolean, now: number): void {
    this.#end(lineId, 'f', 'failed', now);
    this.#failures.set(lineId, failure);
    const order = this.#orders.get(lineId);
    if (willRetry && order) this.order([order]);
  }

  #end(lineId: number, cell: 'd' | 'f', state: RunLineState, now: number): void {
    const batch = this.#batchOf.get(lineId);
    if (batch?.mark(lineId, cell, now) && batch.backAt !== null) this.#updateTurnaround(batch.backAt - batch.sentAt);
    this.#setState(lineId, state);
  }

  #updateTurnaround(durationMs: number): void {
    this.#turnaroundMs =
      this.#turnaroundMs === null ? durationMs : this.#turnaroundMs + 0.3 * (durationMs - this.#turnaroundMs);
  }

  #setState(lineId: number, state: RunLineState): void {
    const waited = this.#waiting.get(lineId);
    if (waited && state !== 'waiting') {
      this.#waiting.delete(lineId);
      this.#waitingCharacters -= waited.characters;
    }
    if (state !== 'waiting' && state !== 'sent') this.#following.delete(lineId);
    const extra = this.#extras.get(lineId);
    const isExtra = extra !== undefined;
    if (isExtra && isOnTrack(state)) {
      this.#extras.set(lineId, { ...extra, state });
      return;
    }
    // A cancelled extra take is dropped. If an extra take has failed, it needs a decision, like the run's own lines.
    this.#extras.delete(lineId);
    if (isExtra && state === 'dropped') return;
    const before = this.#states.get(lineId);
    if (before === undefined && state !== 'waiting' && !isExtra) return;
    if (before !== undefined) this.#totals[before] -= 1;
    this.#states.set(lineId, state);
    this.#totals[state] += 1;
  }
}

const isOnTrack = (state: RunLineState): boolean => state === 'waiting' || state === 'sent' || state === 'done';
