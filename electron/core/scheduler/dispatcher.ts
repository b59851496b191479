// The queue in motion: forms each batch at the moment it can leave, sends it, and deals with what becomes of it.
import type { Scope } from '@lectern/tts-protocol';
import type { Clock } from '../ports.ts';
import { Wakeup } from '../timing.ts';
import { DEFAULT_CONCURRENCY, forecastQueue, LINES_PER_BATCH } from './departures.ts';
import { cutBatch, LineQueue, type Taken, type WorkKind } from './line-queue.ts';
import type { RateBudget } from './rate-budget.ts';
import type { Forecast, Item, Reservation, Room, SendResult } from './scheduler-types.ts';
import { type Backlog, finishTimes, ServiceLoad } from './service-load.ts';

export interface DispatchOrder<Line extends Item> {
  /** A name for the run; orders of one name are one run to `finished` and `cancel`. Orders never share a batch. */
  readonly runId: string;
  /** `bulk` (a run) or `interactive` (a line that someone waits for). */
  readonly kind: WorkKind;
  /** In script order. Ids are unique within the order. */
  readonly lines: readonly Line[];
  /**
   * Sends one batch. Called at departure, with the reservation already made. The dispatcher settles it by the result,
   * unless `send` has settled or released it itself.
   */
  send(batch: readonly Line[], reservation: Reservation): Promise<SendResult>;
  /** A line longer than the whole window lets through in a minute: it has left the queue, unsent. */
  neverFits(line: Line, limitCharacters: number): void;
}

export interface DispatcherOptions {
  readonly budget: RateBudget;
  readonly clock: Clock;
  /** `batch` unless given. */
  readonly scope?: Scope;
  /** Milliseconds after which `send` has given up at the latest: a dead process's requests count that much longer. */
  readonly requestTimeoutMs: number;
  /** Batches in flight at once, 1 or more; interactive work may have one more. 32 unless given. */
  readonly concurrency?: number;
  /** 50 unless given ("Limits"). */
  readonly linesPerBatch?: number;
  /** Bounds what the service is given ahead of time; without one, all that the budget allows leaves at once. */
  readonly backlog?: Backlog;
  /** What the service has and how fast it finishes. One of its own unless given. */
  readonly load?: ServiceLoad;
}

export interface DispatcherSnapshot extends Forecast {
  /**
   * Milliseconds since the epoch when all is back, as fast as the service finished lately and as the departures allow;
   * null where its pace is not known.
   */
  readonly finishedAt: number | null;
  readonly queued: number;
  readonly queuedCharacters: number;
  /** Lines in flight. */
  readonly inFlight: number;
  readonly paused: boolean;
  /** Milliseconds since the epoch until which a failed connection or a refusal holds everything; null: nothing does. */
  readonly waitingUntil: number | null;
}

export interface Dispatcher {
  /** What the service has of ours, and how fast it finishes. */
  readonly load: ServiceLoad;
  /** @throws Error after `stop` */
  enqueue<Line extends Item>(order: DispatchOrder<Line>): void;
  /** Sends nothing more; batches in flight continue. */
  pause(): void;
  /** Also ends the pause after a failed connection. */
  resume(): void;
  /**
   * Takes waiting lines out of the queue: all, or these ids, of all runs or of one. Lines in flight that come back unsent
   * are queued again.
   * @returns the ids that were taken out
   */
  cancel(ids?: readonly string[], runId?: string): string[];
  /** As `cancel()`, and nothing can be queued any more: neither new lines nor those that come back. */
  stop(): string[];
  /** These lines are back or failed, or they are not waited for any longer. */
  ended(ids: readonly string[]): void;
  /** Resolves when nothing is queued or in flight. @throws what a `send` threw, though a `send` should not throw */
  idle(): Promise<void>;
  /** One run alone: resolves when none of its lines is queued or in flight. @throws as `idle` */
  finished(runId: string): Promise<void>;
  /** Forecasts again after each change, which takes time in proportion to the waiting lines: for a display. */
  snapshot(): DispatcherSnapshot;
  /** Calls back after each change (a departure, a reply, a pause). Returns the way to stop it. */
  onChange(listener: () => void): () => void;
}

/** A queue for one account and scope. Two of them for the same budget would each forecast as if they were alone. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  return new BudgetDispatcher(options);
}

/** The queue is looked at again at least so often: another process may have given room back. Milliseconds. */
const LOOK_AGAIN_MS = 5_000;
/** Pauses after connections that failed before a byte left double from the first to the last. Milliseconds. */
const BACK_OFF_MS = { first: 1_000, last: 60_000 };
/** What a reply takes until one was seen, and how much each new one counts. */
const LATENCY = { firstMs: 1_000, weight: 0.2 };

/** A forecast is good until something changes here, but other processes can change the window. Milliseconds. */
const FORECAST_AGES_MS = 1_000;

type Order = DispatchOrder<Item>;

interface Foretold extends Forecast {
  readonly waitingUntil: number | null;
  readonly madeAt: number;
}

class BudgetDispatcher implements Dispatcher {
  readonly #budget: RateBudget;
  readonly #clock: Clock;
  readonly #scope: Scope;
  readonly #requestTimeoutMs: number;
  readonly #concurrency: number;
  readonly #linesPerBatch: number;
  readonly load: ServiceLoad;
  readonly #backlog: Backlog | null;
  readonly #queue = new LineQueue<Item, Order>();
  readonly #wakeup: Wakeup;
  readonly #listeners = new Set<() => void>();
  /** Lines queued or in flight, by run. */
  readonly #open = new Map<string, number>();
  readonly #waiters = new Set<{ readonly runId: string | null; readonly done: (error?: unknown) => void }>();
  #batchesInFlight = 0;
  #linesInFlight = 0;
  #paused = false;
  #stopped = false;
  #pumping = false;
  #failures = 0;
  /** On the monotonic clock. */
  #backOffUntil = 0;
  #latencyMs = LATENCY.firstMs;
  #foretold: Foretold | null = null;
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

  enqueue<Line extends Item>(order: DispatchOrder<Line>): void {
    if (this.#stopped) throw new Error('the dispatcher has been stopped');
    // Each order is only ever given lines of its own back, so the queue need not know their type.
    this.#queue.add(order as unknown as Order, order.kind, order.lines);
    this.#count(order.runId, order.lines.length);
    this.#pump();
  }

  pause(): void {
    this.#paused = true;
    this.#wakeup.cancel();
    this.#changed();
  }

  resume(): void {
    this.#paused = false;
    this.#backOffUntil = 0;
    this.#pump();
  }

  cancel(ids?: readonly string[], runId?: string): string[] {
    const gone = this.#queue.cancel(ids, (order) => runId === undefined || order.runId === runId);
    for (const { run, lines } of gone) this.#count(run.runId, -lines.length);
    this.#pump();
    return gone.flatMap(({ lines }) => lines.map((line) => line.id));
  }

  stop(): string[] {
    this.#stopped = true;
    return this.cancel();
  }

  ended(ids: readonly string[]): void {
    const stayedMs = this.load.stayedMs(ids);
    const characters = this.load.ended(ids, !this.#backlog?.isRamping);
    if (!this.#backlog || characters === 0) return;
    this.#backlog.finished(characters, stayedMs);
    this.#pump();
  }

  idle(): Promise<void> {
    return this.#wait(null);
  }

  finished(runId: string): Promise<void> {
    return this.#wait(runId);
  }

  snapshot(): DispatcherSnapshot {
    const forecast = this.#forecast();
    const times = finishTimes(this.load.state, forecast.departures, this.#clock.now());
    return {
      ...forecast,
      finishedAt: times && (times.departures.at(-1) ?? times.outstanding),
      queued: this.#queue.size,
      queuedCharacters: this.#queue.characters,
      inFlight: this.#linesInFlight,
      paused: this.#paused,
    };
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #forecast(): Foretold {
    const now = this.#clock.now();
    const known = this.#foretold;
    if (known && now - known.madeAt < FORECAST_AGES_MS && known.madeAt <= now) return known;
    const outlook = this.#budget.outlook(this.#scope);
    const backOffUntil = now + Math.max(0, this.#backOffUntil - this.#clock.monotonic());
    const heldUntil = Math.max(outlook.heldUntil ?? 0, backOffUntil);
    const waitingUntil = heldUntil > now ? heldUntil : null;
    const conditions = { now, latencyMs: this.#latencyMs, concurrency: this.#concurrency };
    const foretold = forecastQueue(
      this.#queue.clone(),
      { ...outlook, heldUntil: waitingUntil },
      { ...conditions, linesPerBatch: this.#linesPerBatch },
    );
    this.#foretold = { ...foretold, waitingUntil, madeAt: now };
    return this.#foretold;
  }

  /** Sends all that can leave at this moment, then sleeps until more can. */
  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      this.#wakeup.cancel();
      while (!this.#paused && this.#depart());
    } finally {
      this.#pumping = false;
    }
    this.#tellWaiters();
    this.#changed();
  }

  /** One batch. False where none can leave now; then the wake-up is set, unless a reply or an order will bring it on. */
  #depart(): boolean {
    const now = this.#clock.now();
    const backOffMs = this.#backOffUntil - this.#clock.monotonic();
    if (backOffMs > 0) return this.#sleepUntil(now + backOffMs);
    const turn = this.#queue.turn();
    if (!turn) return false;
    if (this.#batchesInFlight >= this.#concurrency + (turn.kind === 'interactive' ? 1 : 0)) return false;
    const allowance = turn.kind === 'interactive' ? Infinity : (this.#backlog?.room ?? Infinity);
    if (allowance === 0) return this.#sleepUntil(null);
    const room = this.#roomWithin(allowance);
    const cut = cutBatch(this.#queue.waiting(), room, {
      linesPerBatch: this.#linesPerBatch,
      eager: turn.kind === 'interactive' || turn.pressed,
    });
    if (cut.lines.length === 0) return this.#dropWhatNeverFits(turn.run, room) || this.#sleepUntil(room.nextChangeAt);
    const reserved = this.#budget.tryReserve(
      this.#scope,
      { characters: cut.characters },
      { inFlightForMs: this.#requestTimeoutMs },
    );
    // Another process took the room in between; or the settings changed, and then the next look finds out.
    if (!reserved.ok) return this.#sleepUntil(reserved.kind === 'wait' ? reserved.retryAt : now);
    const taken = this.#queue.take(cut.lines.length);
    if (taken) {
      if (this.load.lines === 0) this.#backlog?.resumed();
      this.load.departed(taken.lines);
      void this.#send(taken, reserved.reservation);
    }
    return taken !== null;
  }

  /** The budget's room, but no more characters than the backlog allows. A single longer line can't be cut: it leaves alone. */
  #roomWithin(allowance: number): Room {
    const room = this.#budget.room(this.#scope);
    return { ...room, characters: Math.min(room.characters, allowance) };
  }

  #dropWhatNeverFits(order: Order, room: Room): boolean {
    const { value: head } = this.#queue.waiting().next();
    if (!head || head.line.characters <= (room.limit.characters ?? Infinity)) return false;
    // The full limit, not the one that refusals have lowered: that one recovers.
    const limit = this.#budget.outlook(this.#scope).limit.characters ?? Infinity;
    if (head.line.characters <= limit) return false;
    this.#queue.dropHead();
    this.#count(order.runId, -1);
    order.neverFits(head.line, limit);
    return true;
  }

  async #send(taken: Taken<Item, Order>, reservation: Reservation): Promise<void> {
    const { run: order, lines } = taken;
    const sentAt = this.#clock.monotonic();
    this.#batchesInFlight += 1;
    this.#linesInFlight += lines.length;
    try {
      const result = await order.send(lines, reservation);
      this.#conclude(taken, reservation, result, this.#clock.monotonic() - sentAt);
    } catch (error) {
      // It is unknown what left. Nothing more leaves, and waiting callers are told.
      reservation.settle();
      this.#forget(lines);
      this.#count(order.runId, -lines.length);
      this.#paused = true;
      this.#broken ??= { error };
    } finally {
      this.#batchesInFlight -= 1;
      this.#linesInFlight -= lines.length;
    }
    this.#pump();
  }

  #conclude(taken: Taken<Item, Order>, reservation: Reservation, result: SendResult, tookMs: number): void {
    if (result.kind !== 'not-sent') {
      this.#failures = 0;
      this.#latencyMs += LATENCY.weight * (tookMs - this.#latencyMs);
    }
    const { kind } = result;
    if (kind !== 'accepted') this.#forget(taken.lines);
    else if (result.ids) this.#forget(taken.lines.filter(({ id }) => !result.ids?.includes(id)));
    if (kind === 'not-sent') {
      reservation.release();
      this.#backOff();
    } else if (kind === 'rate-limited') reservation.refused(result.retryAfterMs);
    else reservation.settle();
    if (kind === 'split' && taken.lines.length > 1) this.#putBack(taken, 'halves');
    else if (kind === 'not-sent' || kind === 'rate-limited') this.#putBack(taken, 'together');
    else this.#count(taken.run.runId, -taken.lines.length);
  }

  /** The service does not work on these. */
  #forget(lines: readonly Item[]): void {
    this.load.ended(
      lines.map(({ id }) => id),
      false,
    );
  }

  #putBack(taken: Taken<Item, Order>, how: 'together' | 'halves'): void {
    if (this.#stopped) this.#count(taken.run.runId, -taken.lines.length);
    else this.#queue.putBack(taken, how);
  }

  /** Batches that fail together are one failure: the pause grows only for those that leave after it. */
  #backOff(): void {
    const now = this.#clock.monotonic();
    if (now < this.#backOffUntil) return;
    this.#backOffUntil = now + Math.min(BACK_OFF_MS.last, BACK_OFF_MS.first * 2 ** this.#failures);
    this.#failures += 1;
  }

  #sleepUntil(at: number | null): false {
    const soonest = this.#clock.now() + LOOK_AGAIN_MS;
    this.#wakeup.at(at === null ? soonest : Math.min(at, soonest));
    return false;
  }

  #count(runId: string, lines: number): void {
    const open = (this.#open.get(runId) ?? 0) + lines;
    if (open > 0) this.#open.set(runId, open);
    else this.#open.delete(runId);
  }

  #wait(runId: string | null): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (error?: unknown) => (error === undefined ? resolve() : reject(error));
      this.#waiters.add({ runId, done });
      this.#tellWaiters();
    });
  }

  #tellWaiters(): void {
    for (const waiter of this.#waiters) {
      const over = waiter.runId === null ? this.#open.size === 0 : !this.#open.has(waiter.runId);
      if (!over && !this.#broken) continue;
      this.#waiters.delete(waiter);
      waiter.done(this.#broken?.error);
    }
  }

  #changed(): void {
    this.#foretold = null;
    for (const listener of this.#listeners) listener();
  }
}
