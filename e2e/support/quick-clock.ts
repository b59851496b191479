import type { Clock, HttpReply, HttpTransport } from '../../electron/core/ports.ts';

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/**
 * A clock for runs against a service in the same process. Its time runs `factor` times faster than real time, and jumps
 * to the end of the next sleep. The clock stops during requests, so timeouts don't depend on the machine's speed.
 */
export class QuickClock implements Clock {
  readonly #factor: number;
  readonly #start = Date.UTC(2026, 0, 1);
  /** Milliseconds since the clock was created. */
  #elapsed = 0;
  #requests = 0;
  /** Pending sleeps, in the order in which they end. */
  #sleepers: Sleeper[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(factor: number) {
    this.#factor = factor;
  }

  now(): number {
    return this.#start + this.#elapsed;
  }

  monotonic(): number {
    return this.#elapsed;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = (): void => {
        this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
        this.#schedule();
        reject(signal?.reason);
      };
      const wake = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const sleeper = { due: this.#elapsed + Math.max(0, Math.round(milliseconds)), wake };
      signal?.addEventListener('abort', abort, { once: true });
      this.#sleepers = [...this.#sleepers, sleeper].sort((a, b) => a.due - b.due);
      this.#schedule();
    });
  }

  /** Wraps a transport so that the clock stops during requests, until the response has been read. */
  pauseDuringRequests(transport: HttpTransport): HttpTransport {
    return {
      send: async (request) => {
        const reply = await this.#during(() => transport.send(request));
        const { status, headers } = reply;
        return { status, headers, body: this.#read(reply), discard: () => reply.discard() };
      },
    };
  }

  async *#read(reply: HttpReply): AsyncGenerator<Uint8Array> {
    this.#stop();
    try {
      yield* reply.body;
    } finally {
      this.#go();
    }
  }

  async #during<T>(work: () => Promise<T>): Promise<T> {
    this.#stop();
    try {
      return await work();
    } finally {
      this.#go();
    }
  }

  #stop(): void {
    this.#requests += 1;
    this.#schedule();
  }

  #go(): void {
    this.#requests -= 1;
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const [next] = this.#sleepers;
    if (next === undefined) return;
    const left = next.due - this.#elapsed;
    // A sleep that is already due takes no time, so it needn't wait for responses.
    if (left > 0 && this.#requests > 0) return;
    this.#timer = setTimeout(() => {
      this.#sleepers.shift();
      this.#elapsed = next.due;
      next.wake();
      this.#schedule();
    }, left / this.#factor);
  }
}
