import type { Scope } from '@lectern/tts-protocol';
import type { Clock } from '../ports.ts';
import { Wakeup } from '../timing.ts';
import { DEFAULT_CONCURRENCY, forecastQueue, LINES_PER_BATCH } from './forecast.ts';
import { cutBatch, LineQueue, type TakenBatch, type WorkKind } from './line-queue.ts';
import type { RateBudget } from './rate-budget.ts';
import type { Forecast, Headroom, QueueItem, Reservation, SendResult } from './scheduler-types.ts';
import { type Backlog, finishTimes, ServiceLoad } from './service-load.ts';

export interface DispatchOrder<Line extends QueueItem> {
  /** The project. Ids of runs and lines are only unique within their lane. Defaults to `''`. */
  readonly lane?: string | undefined;
  /**
   * `finished` and `cancel` treat orders with the same id as one run. A batch never contains lines of different orders.
   */
  readonly runId: string;
  readonly kind: WorkKind;
  /** In script order. Ids are unique within the order. */
  readonly lines: readonly Line[];
  /**
   * The dispatcher settles the reservation according to the result, unless `send` has already settled or released it.
   */
  send(batch: readonly Line[], reservation: Reservation): Promise<SendResult>;
  /** Called for a line that exceeds the limit for a whole minute, after the line has been removed from the queue. */
  neverFits(line: Line, limitCharacters: number): void;
}

export interface DispatcherOptions {
  readonly budget: RateBudget;
  readonly clock: Clock;
  readonly scope?: Scope;
  /** If the process dies, its requests count for this long. */
  readonly requestTimeoutMs: number;
  /** At least 1. Interactive work can use one more. Defaults to 32. */
  readonly concurrency?: number;
  /** Defaults to 50 (see “Limits”). */
  readonly linesPerBatch?: number;
  /** If undefined, everything that the budget allows is sent at once. */
  readonly backlog?: Backlog;
  readonly load?: ServiceLoad;
}

export interface DispatcherSnapshot extends Forecast {
  /** Estimated from the service's recent pace, in milliseconds since the epoch; null if unknown. */
  readonly finishedAt: number | null;
  readonly queued: number;
  readonly queuedCharacters: number;
  readonly inFlight: number;
  readonly paused: boolean;
  /** End of a hold after a failed connection or a refusal, in milliseconds since the epoch; null if not held. */
  readonly waitingUntil: number | null;
}

const RECHECK_MS = 5_000;
/** Back-off after connections that failed before anything was sent. Doubles from the first to the last value. */
const BACK_OFF_MS = { first: 1_000, last: 60_000 };
/**
 * `firstMs` is the assumed latency before the first reply; `weight` is the weight of a new value in the moving average.
 */
const LATENCY = { firstMs: 1_000, weight: 0.2 };

const FORECAST_MAX_AGE_MS = 1_000;

type Order = DispatchOrder<QueueItem>;

/** Lanes with lower positions go first. */
export type LanePosition = (lane: string, kind: WorkKind) => number;

const keyOf = (lane: string | undefined, id: string): string => (lane ? `${lane} ${id}` : id);

interface QueueForecast extends Forecast {
  readonly waitingUntil: number | null;
  readonly madeAt: number;
}

/** Create only one dispatcher per budget. If there were two, each would forecast as if the other didn't exist. */
export class Dispatcher {
  readonly #budget: RateBudget;
  readonly #clock: Clock;
  readonly #scope: Scope;
  readonly #requestTimeoutMs: number;
  readonly #concurrency: number;
  readonly #linesPerBatch: number;
  readonly load: ServiceLoad;
  readonly #backlog: Backlog | null;
  #positionOf: LanePosition = () => 0;
  readonly #queue = new LineQueue<QueueItem, Order>(({ lane = '' }, kind) => this.#positionOf(lane, kind));
  readonly #wakeup: Wakeup;
  readonly #listeners = new Set<() => void>();
  readonly #open = new Map<string, number>();
  readonly #waiters = new Set<{ readonly runId: string | null; readonly done: (error?: unknown) => void }>();
  #batchesInFlight = 0;
  #linesInFlight = 0;
  readonly #pauses = new Set<object>();
  #stopped = false;
  #pumping = false;
  #failures = 0;
  #backOffUntil = 0;
  #latencyMs = LATENCY.firstMs;
  #queueForecast: QueueForecast | null = null;
  #broken: { readonly error: unknown } | null = null;

  constructor(options: DispatcherOptions) {
    this.#budget = options.budget;
    this.#clock = options.clock;
    this.#scope = options.scope ?? 'batch';
    this.#requestTimeoutMs = options.requestTimeoutMs;
    this.#concurrency = options.concurrency ?? DEFAULT_CONCURRENCY;
    this.#linesPerBatch = options.linesPerBatch ?? LINES_PER_BATCH;
    this.load = options.load ?? new ServiceLoad({ clock: options.clock });
    this.#backlog = options.backlog ?? null;
    this.#wakeup = new Wakeup(options.clock, () => this.#pump());
  }

  enqueue<Line extends QueueItem>(order: DispatchOrder<Line>): void {
    if (this.#stopped) throw new Error('the dispatcher has been stopped');
    // The type assertion is safe because each order only gets back its own lines.
    this.#queue.add(order as unknown as Order, order.kind, order.lines);
    this.#count(order, order.lines.length);
    this.#pump();
  }

  /** Nothing is sent until every caller that has paused has resumed. */
  pause(by: object = this): void {
    this.#pauses.add(by);
    this.#wakeup.cancel();
    this.#notifyListeners();
  }

  resume(by: object = this): void {
    this.#pauses.delete(by);
    this.#backOffUntil = 0;
    this.#pump();
  }

  /** Sets the order of the lanes. Call `reorder` when positions change. */
  arrange(positionOf: LanePosition): void {
    this.#positionOf = positionOf;
    this.reorder();
  }

  reorder(): void {
    this.#pump();
  }

  /** The characters of each waiting bulk line of the lanes before a position. */
  linesBefore(position: number): number[] {
    return this.#queue.before(position);
  }

  /** Returns the removed ids. Lines in flight that are returned unsent are queued again. */
  cancel(ids?: readonly string[], runId?: string, lane?: string): string[] {
    const concerns = (order: Order) =>
      (runId === undefined || order.runId === runId) && (lane === undefined || (order.lane ?? '') === lane);
    const gone = this.#queue.cancel(ids, concerns);
    for (const { run, lines } of gone) this.#count(run, -lines.length);
    this.#pump();
    return gone.flatMap(({ lines }) => lines.map((line) => line.id));
  }

  /** Cancels everything and stops accepting lines, both new ones and those that come back unsent. */
  stop(): string[] {
    this.#stopped = true;
    return this.cancel();
  }

  /** Reports lines that have finished or failed, or are no longer awaited. */
  ended(lineIds: readonly string[], lane?: string): void {
    const ids = lineIds.map((id) => keyOf(lane, id));
    const stayedMs = this.load.longestStayMs(ids);
    const characters = this.load.ended(ids, !this.#backlog?.isRamping);
    if (!this.#backlog || characters === 0) return;
    this.#backlog.finished(characters, stayedMs);
    this.#pump();
  }

  /** Resolves when nothing is queued or in flight. @throws any error of `send`, which should not throw */
  idle(): Promise<void> {
    return this.#wait(null);
  }

  /** Resolves when none of the run's lines is queued or in flight. @throws as `idle` */
  finished(runId: string, lane?: string): Promise<void> {
    return this.#wait(keyOf(lane, runId));
  }

  /** Recomputes the forecast after each change. This takes time proportional to the number of waiting lines. */
  snapshot(): DispatcherSnapshot {
    const forecast = this.#forecast();
    const times = finishTimes(this.load.state, forecast.batches, this.#clock.now());
    return {
      ...forecast,
      finishedAt: times && (times.batches.at(-1) ?? times.outstanding),
      queued: this.#queue.size,
      queuedCharacters: this.#queue.characters,
      inFlight: this.#linesInFlight,
      paused: this.#isPaused,
    };
  }

  get #isPaused(): boolean {
    return this.#pauses.size > 0;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #forecast(): QueueForecast {
    const now = this.#clock.now();
    const known = this.#queueForecast;
    if (known && now - known.madeAt < FORECAST_MAX_AGE_MS && known.madeAt <= now) return known;
    const outlook = this.#budget.outlook(this.#scope);
    const backOffUntil = now + Math.max(0, this.#backOffUntil - this.#clock.monotonic());
    const heldUntil = Math.max(outlook.heldUntil ?? 0, backOffUntil);
    const waitingUntil = heldUntil > now ? heldUntil : null;
    const conditions = { now, latencyMs: this.#latencyMs, concurrency: this.#concurrency };
    const forecast = forecastQueue(
      this.#queue.clone(),
      { ...outlook, heldUntil: waitingUntil },
      { ...conditions, linesPerBatch: this.#linesPerBatch },
    );
    this.#queueForecast = { ...forecast, waitingUntil, madeAt: now };
    return this.#queueForecast;
  }

  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      this.#wakeup.cancel();
      while (!this.#isPaused && this.#sendNext());
    } finally {
      this.#pumping = false;
    }
    this.#notifyWaiters();
    this.#notifyListeners();
  }

  /**
   * Returns false if nothing can be sent now. Sets a timer for the next attempt, unless a reply or a new order will
   * trigger it.
   */
  #sendNext(): boolean {
    const now = this.#clock.now();
    const backOffMs = this.#backOffUntil - this.#clock.monotonic();
    if (backOffMs > 0) return this.#sleepUntil(now + backOffMs);
    const turn = this.#queue.turn();
    if (!turn) return false;
    if (this.#batchesInFlight >= this.#concurrency + (turn.kind === 'interactive' ? 1 : 0)) return false;
    const allowance = turn.kind === 'interactive' ? Infinity : (this.#backlog?.room ?? Infinity);
    if (allowance === 0) return this.#sleepUntil(null);
    const room = this.#headroomWithin(allowance);
    const cut = cutBatch(this.#queue.waiting(), room, {
      linesPerBatch: this.#linesPerBatch,
      eager: turn.kind === 'interactive' || turn.pressed,
    });
    if (cut.lines.length === 0) return this.#dropOversizedLines(turn.run, room) || this.#sleepUntil(room.nextChangeAt);
    const reserved = this.#budget.tryReserve(
      this.#scope,
      { characters: cut.characters },
      { inFlightForMs: this.#requestTimeoutMs },
    );
    // Another process has taken the capacity in the meantime, or the settings have changed. The next attempt will take
    // this into account.
    if (!reserved.ok) return this.#sleepUntil(reserved.kind === 'wait' ? reserved.retryAt : now);
    const taken = this.#queue.take(cut.lines.length);
    if (taken) {
      if (this.load.lines === 0) this.#backlog?.resumed();
      this.load.sent(taken.lines.map((line) => ({ ...line, id: keyOf(turn.run.lane, line.id) })));
      void this.#send(taken, reserved.reservation);
    }
    return taken !== null;
  }

  /** A single line that exceeds the allowance is still sent, in a batch of its own. */
  #headroomWithin(allowance: number): Headroom {
    const room = this.#budget.room(this.#scope);
    return { ...room, characters: Math.min(room.characters, allowance) };
  }

  #dropOversizedLines(order: Order, room: Headroom): boolean {
    const { value: head } = this.#queue.waiting().next();
    if (!head || head.line.characters <= (room.limit.characters ?? Infinity)) return false;
    // Compare with the full limit, because a limit lowered by refusals rises again.
    const limit = this.#budget.outlook(this.#scope).limit.characters ?? Infinity;
    if (head.line.characters <= limit) return false;
    this.#queue.dropHead();
    this.#count(order, -1);
    order.neverFits(head.line, limit);
    return true;
  }

  async #send(taken: TakenBatch<QueueItem, Order>, reservation: Reservation): Promise<void> {
    const { run: order, lines } = taken;
    const sentAt = this.#clock.monotonic();
    this.#batchesInFlight += 1;
    this.#linesInFlight += lines.length;
    try {
      const result = await order.send(lines, reservation);
      this.#applyResult(taken, reservation, result, this.#clock.monotonic() - sentAt);
    } catch (error) {
      // It is unknown whether the batch was sent, so pause and report the error to waiting callers.
      reservation.lost();
      this.#forget(taken);
      this.#count(order, -lines.length);
      this.#pauses.add(this);
      this.#broken ??= { error };
    } finally {
      this.#batchesInFlight -= 1;
      this.#linesInFlight -= lines.length;
    }
    this.#pump();
  }

  #applyResult(
    taken: TakenBatch<QueueItem, Order>,
    reservation: Reservation,
    result: SendResult,
    tookMs: number,
  ): void {
    if (result.kind !== 'not-sent') {
      this.#failures = 0;
      this.#latencyMs += LATENCY.weight * (tookMs - this.#latencyMs);
    }
    const { kind } = result;
    if (kind !== 'accepted') this.#forget(taken);
    else if (result.ids) {
      const isUnknown = ({ id }: QueueItem) => !result.ids?.includes(id);
      this.#forget({ run: taken.run, lines: taken.lines.filter(isUnknown) });
    }
    if (kind === 'not-sent') {
      reservation.release();
      this.#backOff();
    } else if (kind === 'rate-limited') reservation.refused(result.retryAfterMs);
    else if (kind === 'in-doubt') reservation.lost();
    else reservation.settle();
    if (kind === 'split' && (result.ids ?? taken.lines).length > 1) this.#putBack(taken, 'halves', result.ids);
    else if (kind === 'not-sent' || kind === 'rate-limited') this.#putBack(taken, 'together', result.ids);
    else this.#count(taken.run, -taken.lines.length);
  }

  #forget({ run, lines }: Pick<TakenBatch<QueueItem, Order>, 'run' | 'lines'>): void {
    this.load.ended(
      lines.map(({ id }) => keyOf(run.lane, id)),
      false,
    );
  }

  #putBack(taken: TakenBatch<QueueItem, Order>, mode: 'together' | 'halves', ids?: readonly string[]): void {
    const isBack = ({ line }: { readonly line: QueueItem }) => ids?.includes(line.id) ?? true;
    const entries = this.#stopped ? [] : taken.entries.filter(isBack);
    this.#count(taken.run, entries.length - taken.lines.length);
    if (entries.length > 0) this.#queue.putBack({ ...taken, entries }, mode);
  }

  /** Batches that fail together count as one failure. The back-off only grows for batches sent after that failure. */
  #backOff(): void {
    const now = this.#clock.monotonic();
    if (now < this.#backOffUntil) return;
    this.#backOffUntil = now + Math.min(BACK_OFF_MS.last, BACK_OFF_MS.first * 2 ** this.#failures);
    this.#failures += 1;
  }

  #sleepUntil(at: number | null): false {
    const nextCheck = this.#clock.now() + RECHECK_MS;
    this.#wakeup.at(at === null ? nextCheck : Math.min(at, nextCheck));
    return false;
  }

  #count({ lane, runId }: Order, lines: number): void {
    const key = keyOf(lane, runId);
    const open = (this.#open.get(key) ?? 0) + lines;
    if (open > 0) this.#open.set(key, open);
    else this.#open.delete(key);
  }

  #wait(runId: string | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      this.#waiters.add({ runId, done });
      this.#notifyWaiters();
    });
  }

  #notifyWaiters(): void {
    for (const waiter of this.#waiters) {
      const over = waiter.runId === null ? this.#open.size === 0 : !this.#open.has(waiter.runId);
      if (!over && !this.#broken) continue;
      this.#waiters.delete(waiter);
      waiter.done(this.#broken?.error);
    }
  }

  #notifyListeners(): void {
    this.#queueForecast = null;
    for (const listener of this.#listeners) listener();
  }
}
