// Interfaces that the core depends on: time, randomness and the network.
import type { TransportFailure, TransportPhase } from '../../shared/model/problems/service-problem.ts';

export type Awaitable<T> = T | Promise<T>;

/** Tests use a clock that they advance manually. */
export interface Clock {
  /** Wall-clock time in milliseconds since the epoch. */
  now(): number;
  /**
   * Monotonic time in whole milliseconds since an arbitrary moment, independent of changes to the wall clock. All
   * processes on the machine see the same time until it restarts. The clock might stop while the machine sleeps.
   */
  monotonic(): number;
  /**
   * Resolves after the given time in milliseconds, or in the next turn of the event loop if the time is 0 or less.
   * @throws the signal's reason as soon as it is aborted
   */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns a unique identifier of 22 to 30 letters and digits, with at least 128 bits of randomness. */
  id(): string;
}

/** A streamed body, for content too large to hold in memory. */
export interface SizedBody {
  /** The exact total size of the chunks, in bytes. */
  readonly sizeBytes: number;
  /** Iterated once, and only partly if the exchange ends early. `send` rethrows errors from the iteration. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | SizedBody;
  /** Time limit for connecting, in milliseconds. */
  readonly connectTimeoutMs: number;
  /**
   * Maximum time without progress, in milliseconds, in which no byte is received, and no byte of a body with a known
   * size is sent.
   */
  readonly idleTimeoutMs: number;
  /**
   * Minimum rate of the reply's body in bytes per second, averaged over 30 s of waiting. If the reply is slower, it
   * fails. If undefined, only the idle timeout applies.
   */
  readonly leastBytesPerSecond?: number;
  readonly signal?: AbortSignal;
  /**
   * Opens a new connection instead of reusing one that the server might be closing. For requests that must not be sent
   * twice.
   */
  readonly freshConnection?: boolean;
}

export interface HttpReply {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it arrives. Throws TransportError if it stalls or ends before its announced length. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection without reading the rest. */
  discard(): void;
}

/** HTTP client that doesn't follow redirects. */
export interface HttpTransport {
  /** @throws TransportError, which reports whether any byte of the request may have been sent */
  send(request: HttpRequest): Promise<HttpReply>;
}

interface TransportFacts {
  readonly phase: TransportPhase;
  readonly kind: TransportFailure;
  /** Scheme, host and port only, without path and query. */
  readonly origin: string;
  /** The system's error code, such as `ECONNREFUSED`. */
  readonly code?: string;
  /** The request used a kept-alive connection, which the server might have closed in the meantime. */
  readonly keptConnection?: boolean;
}

/**
 * An exchange that failed below HTTP. It has no `cause`, because system errors can contain parts of the reply, and thus
 * a secret that the server has echoed.
 */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly phase: TransportPhase;
  readonly kind: TransportFailure;
  readonly origin: string;
  readonly code: string | null;
  readonly keptConnection: boolean;

  constructor(facts: TransportFacts) {
    super(`${facts.kind} (${facts.phase}) at ${facts.origin}${facts.code ? `: ${facts.code}` : ''}`);
    this.phase = facts.phase;
    this.kind = facts.kind;
    this.origin = facts.origin;
    this.code = facts.code ?? null;
    this.keptConnection = facts.keptConnection ?? false;
  }
}
