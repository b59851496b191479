// A stream of events as an answer ("Each event has an `event:` line and a `data:` line").
import type { Writable } from 'node:stream';

/** One event. `data` has no line breaks. */
export const eventFrame = (kind: string, data: string): string => `event: ${kind}\ndata: ${data}\n\n`;

/** What people see who look at the stream itself; no event. */
export const comment = (text: string): string => `: ${text.replaceAll(/[\r\n]+/g, ' ')}\n\n`;

/** Where the events come from. */
export interface EventSource {
  /** What is to be sent now, as frames; empty where there is nothing new. What is not asked for need not be kept. */
  take(): string;
  /** Whether what was taken last was the end. */
  isDone(): boolean;
}

export interface EventStreamOptions {
  readonly source: EventSource;
  /** Milliseconds between two pings. */
  readonly pingMs: number;
  /** Milliseconds for which the reader may take nothing. */
  readonly stallMs: number;
  /** Ends the stream at once. */
  readonly stopping: AbortSignal;
  /** Called once when the stream is over, however it ended. */
  readonly onClosed: () => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Sends events as fast as their reader takes them, and never keeps more of them than the connection has taken: the source
 * is asked again only when what was sent is out of the way. Keep-alives go out between events.
 */
export class EventStream {
  readonly #raw: Writable;
  readonly #options: EventStreamOptions;
  readonly #ping: NodeJS.Timeout;
  #stall: NodeJS.Timeout | undefined;
  #isOver = false;

  /** @param raw an answer whose head is written */
  constructor(raw: Writable, options: EventStreamOptions) {
    this.#raw = raw;
    this.#options = options;
    this.#ping = setInterval(() => this.#sendPing(), options.pingMs);
    const stop = (): void => this.#end();
    options.stopping.addEventListener('abort', stop, { once: true });
    raw.on('error', () => {});
    raw.on('drain', () => {
      clearTimeout(this.#stall);
      this.#stall = undefined;
      this.pump();
    });
    raw.once('close', () => {
      options.stopping.removeEventListener('abort', stop);
      this.#isOver = true;
      clearInterval(this.#ping);
      clearTimeout(this.#stall);
      options.onClosed();
    });
    if (options.stopping.aborted) stop();
  }

  /** To be called when the source has something new. */
  pump(): void {
    // While the reader takes nothing, nothing is taken from the source either.
    if (this.#isOver || this.#stall !== undefined) return;
    this.#write(this.#options.source.take());
    if (this.#options.source.isDone()) this.#end();
  }

  #sendPing(): void {
    // "A timestamp as plain text, not JSON."
    if (this.#stall === undefined) this.#write(eventFrame('ping', new Date(this.#options.now()).toISOString()));
  }

  #write(frames: string): void {
    if (this.#isOver || frames === '' || this.#raw.write(frames)) return;
    this.#stall = setTimeout(() => this.#raw.destroy(), this.#options.stallMs);
  }

  /** The last bytes leave as long as their reader takes them, and no longer than a stalled one may wait. */
  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#ping);
    this.#stall ??= setTimeout(() => this.#raw.destroy(), this.#options.stallMs);
    this.#raw.end();
  }
}
