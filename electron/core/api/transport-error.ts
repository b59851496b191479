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

export interface TransportFacts {
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
