// A run as its departure board shows it, kept up to date by the run's events: what was sent, batch by batch, and what
// waits. Nothing here reads the database.
import type { RunSummary } from '../../../shared/ipc/production-requests.ts';
import type { RunEvent } from '../../../shared/model/run.ts';
import { BoardBatch } from './board-batch.ts';
import type { OrderedLine } from './planned-line.ts';

/** What has become of an ordered line. `dropped`: called off, left out, or not needed any more. */
export type LineFate = 'waiting' | 'sent' | 'done' | 'failed' | 'doubt' | 'dropped';

/** A run as it stood when the board was made. */
export interface BoardStart {
  readonly runId: number;
  /** Those that were sent, oldest first. */
  readonly batches: readonly BoardBatch[];
  /** All ordered lines with what became of them. */
  readonly fates: ReadonlyMap<number, LineFate>;
  /** Those that are to be sent, in order. */
  readonly waiting: readonly OrderedLine[];
  readonly failures: ReadonlyMap<number, string>;
}

type Counts = Pick<
  RunSummary,
  | 'lines'
  | 'rendered'
  | 'failed'
  | 'inDoubt'
  | 'waiting'
  | 'inFlight'
  | 'characters'
  | 'charactersSent'
  | 'batches'
  | 'batchesInFlight'
>;

/** Keeps the lines and batches of one run. */
export class RunBoard {
  readonly runId: number;
  readonly #batches: BoardBatch[];
  readonly #byId: Map<number, BoardBatch>;
  /** The latest batch that holds a line. */
  readonly #batchOf = new Map<number, BoardBatch>();
  readonly #fates: Map<number, LineFate>;
  readonly #totals: Record<LineFate, number> = { waiting: 0, sent: 0, done: 0, failed: 0, doubt: 0, dropped: 0 };
  readonly #failures: Map<number, string>;
  #waiting = new Map<number, OrderedLine>();
  /** As they were last ordered: what comes back unsent waits again as it was. */
  readonly #orders = new Map<number, OrderedLine>();
  /** Where a line was put among those that wait: the lesser leaves first. */
  readonly #places = new Map<number, number>();
  #first = 0;
  #last = 0;
  #waitingCharacters = 0;
  /** Milliseconds from a batch's departure to its last line, as they were lately; null where none came back yet. */
  #turnaroundMs: number | null = null;

  constructor({ runId, batches, fates, waiting, failures }: BoardStart) {
    this.runId = runId;
    this.#batches = [...batches];
    this.#byId = new Map(batches.map((batch) => [batch.id, batch]));
    for (const batch of batches) for (const lineId of batch.lineIds) this.#batchOf.set(lineId, batch);
    this.#fates = new Map(fates);
    for (const fate of fates.values()) this.#totals[fate] += 1;
    this.#failures = new Map(failures);
    this.order(waiting);
  }

  /** The batches that were sent, in the order of their departures. */
  get batches(): readonly BoardBatch[] {
    return this.#batches;
  }

  /** Milliseconds that a batch takes to come back; null where that is not known yet. */
  get turnaroundMs(): number | null {
    return this.#turnaroundMs;
  }

  /** The lines that are to be sent, in the order in which they leave. */
  waiting(): OrderedLine[] {
    return [...this.#waiting.values()];
  }

  /** Why lines failed, by line. */
  failures(): ReadonlyMap<number, string> {
    return this.#failures;
  }

  fateOf(lineId: number): LineFate | null {
    return this.#fates.get(lineId) ?? null;
  }

  /** More lines wait, behind the others, or before them. */
  order(lines: readonly OrderedLine[], place: 'front' | 'back' = 'back'): void {
    if (place === 'front') this.#first -= lines.length;
    const from = place === 'front' ? this.#first : this.#last;
    if (place === 'back') this.#last += lines.length;
    for (const [at, line] of lines.entries()) {
      this.#orders.set(line.lineId, line);
      this.#places.set(line.lineId, from + at);
    }
    this.#wait(lines);
  }

  /** Lines wait at their places. */
  #wait(lines: readonly OrderedLine[]): void {
    for (const line of lines) {
      this.#setFate(line.lineId, 'waiting');
      this.#waiting.set(line.lineId, line);
    }
    const placeOf = (lineId: number): number => this.#places.get(lineId) ?? 0;
    this.#waiting = new Map([...this.#waiting].sort(([a], [b]) => placeOf(a) - placeOf(b)));
    this.#waitingCharacters = 0;
    for (const { characters } of this.#waiting.values()) this.#waitingCharacters += characters;
  }

  /** What has not left is called off. @returns the lines */
  callOff(): number[] {
    const gone = [...this.#waiting.keys()];
    for (const lineId of gone) this.#setFate(lineId, 'dropped');
    return gone;
  }

  /** Takes over what happened. @param now milliseconds since the epoch @returns the lines that it concerns */
  tell(event: RunEvent, now: number): readonly number[] {
    switch (event.kind) {
      case 'batch-sent':
        return this.#sent(event, now);
      case 'batch-accepted':
        this.#byId.get(event.batchId)?.accept();
        return [];
      case 'batch-withdrawn':
        return this.#withdrawn(event.batchId, event.lineIds);
      case 'batch-in-doubt':
        this.#byId.get(event.batchId)?.doubt(event.message);
        for (const lineId of event.lineIds) this.#setFate(lineId, 'doubt');
        return event.lineIds;
      case 'doubt-sent-again':
        this.#byId.get(event.batchId)?.sendAgain();
        this.order(event.lineIds.flatMap((lineId) => this.#orders.get(lineId) ?? []));
        return event.lineIds;
      case 'line-rendered':
        this.#end(event.lineId, 'd', 'done', now);
        this.#failures.delete(event.lineId);
        return [event.lineId];
      case 'line-failed':
        this.#failed(event.lineId, event.message, event.willRetry, now);
        return [event.lineId];
      case 'line-skipped':
        this.#setFate(event.lineId, 'dropped');
        return [event.lineId];
      default:
        return [];
    }
  }

  counts(): Counts {
    const inFlight = this.#batches.filter((batch) => batch.isOpen);
    const charactersSent = this.#batches.reduce(
      (sum, batch) => sum + (batch.runId === this.runId && !batch.isRefused ? batch.characters : 0),
      0,
    );
    return {
      lines: this.#fates.size,
      rendered: this.#totals.done,
      failed: this.#totals.failed,
      inDoubt: this.#totals.doubt,
      waiting: this.#totals.waiting,
      inFlight: this.#totals.sent,
      characters: charactersSent + this.#waitingCharacters,
      charactersSent,
      batches: this.#batches.length,
      batchesInFlight: inFlight.length,
    };
  }

  #sent(event: Extract<RunEvent, { kind: 'batch-sent' }>, now: number): readonly number[] {
    const { batchId, lineIds, characters, webhookHost } = event;
    const last = this.#batches.at(-1);
    const batch = new BoardBatch({
      id: batchId,
      runId: this.runId,
      number: (last?.number ?? 0) + 1,
      sentAt: now,
      characters,
      lineIds,
      cells: lineIds.map(() => 's'),
      phase: 'sending',
      reason: null,
      backAt: null,
      webhook: webhookHost === null ? null : { host: webhookHost, state: 'waiting', calledAt: null, status: null },
    });
    this.#batches.push(batch);
    this.#byId.set(batchId, batch);
    for (const lineId of lineIds) {
      this.#batchOf.set(lineId, batch);
      this.#setFate(lineId, 'sent');
      this.#failures.delete(lineId);
    }
    return lineIds;
  }

  #withdrawn(batchId: number, lineIds: readonly number[]): readonly number[] {
    const batch = this.#byId.get(batchId);
    if (!batch) return [];
    this.#byId.delete(batchId);
    this.#batches.splice(this.#batches.indexOf(batch), 1);
    for (const [index, each] of this.#batches.entries()) each.renumber(index + 1);
    this.#wait(lineIds.flatMap((lineId) => this.#orders.get(lineId) ?? []));
    return lineIds;
  }

  #failed(lineId: number, message: string, willRetry: boolean, now: number): void {
    this.#end(lineId, 'f', 'failed', now);
    this.#failures.set(lineId, message);
    const order = this.#orders.get(lineId);
    if (willRetry && order) this.order([order]);
  }

  #end(lineId: number, cell: 'd' | 'f', fate: LineFate, now: number): void {
    const batch = this.#batchOf.get(lineId);
    if (batch?.mark(lineId, cell, now) && batch.backAt !== null) this.#learn(batch.backAt - batch.sentAt);
    this.#setFate(lineId, fate);
  }

  #learn(tookMs: number): void {
    this.#turnaroundMs =
      this.#turnaroundMs === null ? tookMs : this.#turnaroundMs + 0.3 * (tookMs - this.#turnaroundMs);
  }

  #setFate(lineId: number, fate: LineFate): void {
    const waited = this.#waiting.get(lineId);
    if (waited && fate !== 'waiting') {
      this.#waiting.delete(lineId);
      this.#waitingCharacters -= waited.characters;
    }
    const before = this.#fates.get(lineId);
    if (before === undefined && fate !== 'waiting') return;
    if (before !== undefined) this.#totals[before] -= 1;
    this.#fates.set(lineId, fate);
    this.#totals[fate] += 1;
  }
}
