/** What can go wrong with a language model. */
export interface ModelFailure {
  readonly kind: ModelFailureKind;
  /** The HTTP status, where there was an answer. */
  readonly status: number | null;
  /** What the server said, or the system: at most 300 characters, without the key. */
  readonly message: string | null;
  /** Scheme, host and port; empty where the address has none. */
  readonly origin: string;
}

type ModelFailureKind =
  | 'unusable-address'
  /** Plain http to another machine. */
  | 'insecure-address'
  | 'unusable-key'
  /** No model is chosen. */
  | 'no-model'
  /** Parts of the book would leave this machine, and the producer has not agreed to that. */
  | 'no-consent'
  | 'unauthorized'
  | 'no-credit'
  | 'not-found'
  | 'refused'
  | 'rate-limited'
  | 'server-error'
  | 'redirected'
  | 'not-json'
  | 'unreadable'
  | 'oversized'
  | 'cut-off'
  | 'no-answer'
  | 'no-connection'
  | 'timeout';
