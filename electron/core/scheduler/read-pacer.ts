// Interactive reads go first; others follow in order of arrival.
import type { Scope } from '@lectern/tts-protocol';
import type { Clock } from '../ports.ts';
import { Wakeup } from '../timing.ts';
import type { RateBudget } from './rate-budget.ts';
import type { Reservation } from './scheduler-types.ts';

export interface ReadPacer {
  /**
   * Schedules reads for scopes that only count requests. A tenth of the window (at least one request if the limit is
   * above one) is reserved for interactive reads. Callers must settle the reservation when the reply has arrived.
   * @throws the signal's reason when aborted
   */
  waitForRoom(
    scope: Scope,
    options?: { readonly signal?: AbortSignal; readonly interactive?: boolean },
  ): Promise<Reservation>;
}

export interface ReadPacerOptions {
  readonly budget: RateBudget;
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
}

/** Use only one per budget, because each pacer only orders its own callers. */
export function createReadPacer(options: ReadPacerOptions): ReadPacer {
  const queues = new Map<Scope, ReadQueue>();
  return {
    async waitForRoom(scope, { signal, interactive = false } = {}) {
      signal?.throwIfAborted();
      const queue = queues.get(scope) ?? new ReadQueue(scope, options);
      queues.set(scope, queue);
      return queue.wait(interactive, signal);
    },
  };
}

const INTERACTIVE_SHARE = 0.1;
const RECHECK_MS = 5_000;

interface WaitingRead {
  readonly go: (reservation: Reservation) => void;
}

class ReadQueue {
  readonly #scope: Scope;
  readonly #options: ReadPacerOptions;
  readonly #interactive = new Set<WaitingRead>();
  readonly #others = new Set<WaitingRead>();
  readonly #wakeup: Wakeup;

  constructor(scope: Scope, options: ReadPacerOptions) {
    this.#scope = scope;
    this.#options = options;
    this.#wakeup = new Wakeup(options.clock, () => this.#pump());
  }

  wait(interactive: boolean, signal?: AbortSignal): Promise<Reservation> {
    const queue = interactive ? this.#interactive : this.#others;
    return new Promise((resolve, reject) => {
      const abort = () => {
        queue.delete(read);
        reject(signal?.reason);
        this.#pump();
      };
      const read: WaitingRead = {
        go: (reservation) => {
          signal?.removeEventListener('abort', abort);
          resolve(reservation);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      queue.add(read);
      this.#pump();
    });
  }

  #pump(): void {
    this.#wakeup.cancel();
    for (let next = this.#next(); next; next = this.#next()) {
      const retryAt = this.#start(next);
      if (retryAt !== null) {
        const { clock } = this.#options;
        this.#wakeup.at(Math.min(retryAt, clock.now() + RECHECK_MS));
        return;
      }
    }
  }

  #next(): { readonly queue: Set<WaitingRead>; readonly read: WaitingRead } | null {
    for (const queue of [this.#interactive, this.#others]) {
      for (const read of queue) return { queue, read };
    }
    return null;
  }

  /** Returns null if the read was started, otherwise the time of the next attempt. */
  #start({ queue, read }: { readonly queue: Set<WaitingRead>; readonly read: WaitingRead }): number | null {
    const { budget, clock, requestTimeoutMs } = this.#options;
    if (queue === this.#others) {
      const { requests, limit, nextChangeAt } = budget.room(this.#scope);
      if (requests <= reservedReads(limit.requests)) return nextChangeAt ?? clock.now() + RECHECK_MS;
    }
    const reserved = budget.tryReserve(this.#scope, { characters: 0 }, { inFlightForMs: requestTimeoutMs });
    if (!reserved.ok) return reserved.kind === 'wait' ? reserved.retryAt : clock.now() + RECHECK_MS;
    queue.delete(read);
    read.go(reserved.reservation);
    return null;
  }
}

function reservedReads(limit: number | undefined): number {
  if (limit === undefined || limit === 1) return 0;
  return Math.max(1, Math.floor(limit * INTERACTIVE_SHARE));
}
