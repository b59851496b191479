// Simulates the dispatcher's rules on a virtual clock, without side effects.
import { at } from '../../../shared/rules/at.ts';
import { scaledLimit } from '../../../shared/rules/limit-share.ts';
import { factorAt, nextRecoveryAt } from './effective-limit.ts';
import { cutBatch, LineQueue } from './line-queue.ts';
import {
  type BudgetSnapshot,
  COUNTS_AFTER_REPLY_MS,
  type Forecast,
  type Headroom,
  type PlannedBatch,
  type QueueItem,
} from './scheduler-types.ts';

export const DEFAULT_CONCURRENCY = 32;
/** Maximum number of child jobs per batch (see “Limits”). */
export const LINES_PER_BATCH = 50;

export interface ForecastConditions {
  readonly now: number;
  readonly latencyMs: number;
  readonly concurrency?: number;
  readonly linesPerBatch?: number;
}

export function unspentBudget(limit: BudgetSnapshot['limit']): BudgetSnapshot {
  return { limit, assumption: { factor: 1, loweredAt: 0 }, heldUntil: null, window: [] };
}

/**
 * Lines are in script order. The forecast is exact if latency is constant, nothing is refused and nothing else uses the
 * budget.
 */
export function forecast(
  lines: readonly QueueItem[],
  outlook: BudgetSnapshot,
  conditions: ForecastConditions,
): Forecast {
  const queue = new LineQueue<QueueItem, string>();
  queue.add('', 'bulk', lines);
  return forecastQueue(queue, outlook, conditions);
}

/** Consumes the queue, so pass a clone. */
export function forecastQueue<Run>(
  queue: LineQueue<QueueItem, Run>,
  outlook: BudgetSnapshot,
  conditions: ForecastConditions,
): Forecast {
  return new Simulation(queue, outlook, conditions).play();
}

type Change = { readonly at: number } & (
  | { readonly kind: 'reply'; readonly characters: number; readonly own: boolean }
  | { readonly kind: 'expiry'; readonly characters: number }
  | { readonly kind: 'look' }
);

class Simulation<Run> {
  readonly #queue: LineQueue<QueueItem, Run>;
  readonly #outlook: BudgetSnapshot;
  readonly #latencyMs: number;
  readonly #concurrency: number;
  readonly #linesPerBatch: number;
  readonly #batches: PlannedBatch[] = [];
  readonly #changes: Change[] = [];
  #now: number;
  #requests = 0;
  #characters = 0;
  #inFlight = 0;
  #lastReplyAt: number | null = null;
  #neverFit = 0;

  constructor(queue: LineQueue<QueueItem, Run>, outlook: BudgetSnapshot, conditions: ForecastConditions) {
    this.#queue = queue;
    this.#outlook = outlook;
    this.#now = conditions.now;
    this.#latencyMs = conditions.latencyMs;
    this.#concurrency = conditions.concurrency ?? DEFAULT_CONCURRENCY;
    this.#linesPerBatch = conditions.linesPerBatch ?? LINES_PER_BATCH;
    for (const { sentAt, expiresAt, inFlight, own: isOwn, characters } of outlook.window) {
      this.#requests += 1;
      this.#characters += characters;
      if (isOwn && inFlight) this.#inFlight += 1;
      if (!inFlight) this.#schedule({ at: expiresAt, kind: 'expiry', characters });
      else this.#scheduleReply(Math.max(this.#now, sentAt + this.#latencyMs), characters, isOwn);
    }
  }

  play(): Forecast {
    this.#scheduleCheck(this.#outlook.heldUntil);
    this.#scheduleCheck(nextRecoveryAt(this.#outlook.assumption, this.#now));
    do while (this.#sendNext());
    while (this.#queue.size > 0 && this.#advance());
    return {
      batches: this.#batches,
      allSentAt: this.#batches.at(-1)?.at ?? null,
      doneAt: this.#lastReplyAt,
      neverFit: this.#neverFit,
    };
  }

  #sendNext(): boolean {
    const turn = this.#queue.turn();
    if (!turn || this.#now < (this.#outlook.heldUntil ?? 0)) return false;
    const isEager = turn.kind === 'interactive' || turn.pressed;
    if (this.#inFlight >= this.#concurrency + (turn.kind === 'interactive' ? 1 : 0)) return false;
    const limit = scaledLimit(this.#outlook.limit, factorAt(this.#outlook.assumption, this.#now));
    const cut = cutBatch(this.#queue.waiting(), this.#room(limit), {
      linesPerBatch: this.#linesPerBatch,
      eager: isEager,
    });
    if (cut.lines.length === 0) return this.#dropOversizedLines();
    this.#queue.take(cut.lines.length);
    this.#batches.push({ at: this.#now, lines: cut.lines.length, characters: cut.characters });
    this.#requests += 1;
    this.#characters += cut.characters;
    this.#inFlight += 1;
    this.#scheduleReply(this.#now + this.#latencyMs, cut.characters, true);
    return true;
  }

  #dropOversizedLines(): boolean {
    const { value: head } = this.#queue.waiting().next();
    if (!head || head.line.characters <= (this.#outlook.limit.characters ?? Infinity)) return false;
    this.#queue.dropHead();
    this.#neverFit += 1;
    return true;
  }

  #room(limit: BudgetSnapshot['limit']): Headroom {
    const characters = Math.max(0, (limit.characters ?? Infinity) - this.#characters);
    return {
      requests: Math.max(0, (limit.requests ?? Infinity) - this.#requests),
      characters,
      loneLine: this.#requests === 0 ? (this.#outlook.limit.characters ?? Infinity) : characters,
      limit,
      nextChangeAt: null,
    };
  }

  #advance(): boolean {
    const first = this.#changes.at(-1);
    if (!first) return false;
    this.#now = Math.max(this.#now, first.at);
    for (let next = this.#changes.at(-1); next && next.at <= this.#now; next = this.#changes.at(-1)) {
      this.#changes.pop();
      this.#apply(next);
    }
    return true;
  }

  #apply(change: Change): void {
    if (change.kind === 'reply') {
      if (change.own) this.#inFlight -= 1;
      this.#schedule({ at: change.at + COUNTS_AFTER_REPLY_MS, kind: 'expiry', characters: change.characters });
    } else if (change.kind === 'expiry') {
      this.#requests -= 1;
      this.#characters -= change.characters;
    } else {
      this.#scheduleCheck(nextRecoveryAt(this.#outlook.assumption, this.#now));
    }
  }

  #scheduleReply(at: number, characters: number, isOwn: boolean): void {
    if (isOwn) this.#lastReplyAt = Math.max(this.#lastReplyAt ?? at, at);
    this.#schedule({ at, kind: 'reply', characters, own: isOwn });
  }

  #scheduleCheck(at: number | null): void {
    if (at !== null && at > this.#now) this.#schedule({ at, kind: 'look' });
  }

  /** Most new changes belong at the end, so inserting the few others is cheap. */
  #schedule(change: Change): void {
    let low = 0;
    let high = this.#changes.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (at(this.#changes, middle).at > change.at) low = middle + 1;
      else high = middle;
    }
    this.#changes.splice(low, 0, change);
  }
}
