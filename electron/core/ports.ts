// What the core is given from outside: time, chance, the network.

/** What is there at once, or later. */
export type Awaitable<T> = T | Promise<T>;

/** Time. Tests give a clock that they turn by hand. */
export interface Clock {
  /** Milliseconds since the epoch, as the wall clock of this machine has it. */
  now(): number;
  /**
   * Whole milliseconds since some moment before, which never go back and never jump, whatever the wall clock is set to.
   * All processes of this machine read the same, until it is started again. May stand still while the machine sleeps.
   */
  monotonic(): number;
  /**
   * Resolves after this many milliseconds (0 or less: in the next turn).
   * @throws the signal's reason as soon as it is aborted
   */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Chance. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** A unique identifier of letters and digits (128 bits or more), 22 to 30 characters. */
  id(): string;
}

/** A body that is sent while it is read, for what is too large to be held. */
export interface SizedBody {
  /** Exactly as many as the chunks have in all. */
  readonly sizeBytes: number;
  /** Gone through once, and left early where the exchange ends early. What it throws is thrown by `send`. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | SizedBody;
  /** Milliseconds until the connection must stand. */
  readonly connectTimeoutMs: number;
  /** Milliseconds of silence (no byte of the reply, nor of a sized body taken) after which the exchange counts as lost. */
  readonly idleTimeoutMs: number;
  /**
   * Bytes of the reply's body a second, averaged over half a minute of waiting for it: a reply that is slower counts as
   * lost. Absent: only silence does.
   */
  readonly leastBytesPerSecond?: number;
  readonly signal?: AbortSignal;
  /** A connection of its own, never a kept one that the other side may be closing: for what must not be sent twice. */
  readonly freshConnection?: boolean;
}

export interface HttpReply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it arrives. Fails with a TransportError where it ends before its announced length or stalls. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Gives the connection up without reading the rest. */
  discard(): void;
}

/** The network. It never follows a redirect. */
export interface HttpTransport {
  /** @throws TransportError, which says whether a byte of the request can have left */
  send(request: HttpRequest): Promise<HttpReply>;
}

// How an exchange with a server fails below HTTP.

/**
 * `not-sent`: certainly no byte of the request left this machine. `in-part`: the other side certainly does not have the
 * whole of it. `sent`: it may have arrived, whole or in part.
 */
export type TransportPhase = 'not-sent' | 'in-part' | 'sent';

export type TransportFailure =
  /** Nothing listens there, or the host or network cannot be reached. */
  | 'refused-connection'
  /** The name has no address. */
  | 'dns'
  /** No trusted encrypted connection. */
  | 'tls'
  /** The connection did not stand in time. */
  | 'connect-timeout'
  /** No byte of the reply for too long. */
  | 'timeout'
  /** Bytes of the reply came, and far too few of them. */
  | 'too-slow'
  /** The connection was closed before the reply began. */
  | 'reset'
  /** The connection was closed, or broke, within the reply. */
  | 'ended-early'
  /** The other side does not speak HTTP, or wrongly. */
  | 'malformed'
  /** The caller gave up. */
  | 'aborted'
  /** Neither http nor https, or no safe way to send what was asked. */
  | 'insecure'
  /** Anything else: `code` says what the system called it. */
  | 'other';

interface TransportFacts {
  readonly phase: TransportPhase;
  readonly kind: TransportFailure;
  /** Scheme, host and port only: never a path or a query. */
  readonly origin: string;
  /** What the system called it (`ECONNREFUSED`). */
  readonly code?: string;
  /** The exchange ran on a connection kept from an earlier one, which the other side may have closed since. */
  readonly keptConnection?: boolean;
}

/**
 * An exchange that failed below HTTP. It carries no cause: errors of the system may hold bytes of the reply, and so
 * whatever a server echoed.
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
