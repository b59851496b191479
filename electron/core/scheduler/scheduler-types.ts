import { RATE_WINDOW_MS, type RateLimit, type Scope } from '@lectern/tts-protocol';

/**
 * The service starts its window at some time between the request and the reply. The extra millisecond compensates for
 * rounding.
 */
export const COUNTS_AFTER_REPLY_MS = RATE_WINDOW_MS + 1;

/** A service may still count a request a few seconds after its connection has broken or the sender has died. */
export const COUNTS_AFTER_LOSS_MS = COUNTS_AFTER_REPLY_MS + 3000;

export interface Account {
  /** `URL.origin` of the base address, or `local`. */
  readonly origin: string;
  readonly userId: string;
}

/** `Infinity` if the scope isn't limited. */
export interface Headroom {
  readonly requests: number;
  readonly characters: number;
  /**
   * Characters available to a single line. Only exceeds `characters` if refusals have lowered the limit below the
   * line's length; the line is then sent when the window is empty.
   */
  readonly loneLine: number;
  readonly limit: RateLimit;
  /** Milliseconds since the epoch; null if the window is empty. */
  readonly nextChangeAt: number | null;
}

/** A slot in the rate-limit window. It is occupied from sending until 60 s after the reply or timeout. */
export interface Reservation {
  readonly scope: Scope;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly characters: number;
  /** Counts for another 60 s. Only the first call to one of these methods has an effect. */
  settle(): void;
  /** Without a reply: counts for another 63 s. */
  lost(): void;
  release(): void;
  /**
   * Refused (429): settles the reservation, holds sending and lowers the limit. `retryAfterMs` is from `Retry-After`.
   */
  refused(retryAfterMs?: number): void;
}

export type ReserveResult =
  | { readonly ok: true; readonly reservation: Reservation }
  /** `retryAt` is in milliseconds since the epoch. */
  | { readonly ok: false; readonly kind: 'wait'; readonly retryAt: number }
  | { readonly ok: false; readonly kind: 'never-fits'; readonly limitCharacters: number };

export type HoldReason = 'refused' | 'unknown-window';

export interface BudgetState {
  readonly scope: Scope;
  /** The plan's or manual limit, multiplied by this machine's share. */
  readonly limit: RateLimit;
  /** The limit after refusals; equal to `limit` if there were none. */
  readonly assumed: RateLimit;
  readonly used: { readonly requests: number; readonly characters: number };
  /** Milliseconds since the epoch; null if sending isn't held. */
  readonly waitingUntil: number | null;
  readonly waitingFor: HoldReason | null;
}

/** Times are in milliseconds since the epoch. */
export interface WindowEntry {
  readonly sentAt: number;
  /** While the request is in flight, this is the latest possible time, in case its process dies. */
  readonly expiresAt: number;
  readonly inFlight: boolean;
  readonly own: boolean;
  readonly characters: number;
}

export interface BudgetSnapshot {
  readonly limit: RateLimit;
  readonly assumption: { readonly factor: number; readonly loweredAt: number };
  /** Milliseconds since the epoch; null if sending isn't held. */
  readonly heldUntil: number | null;
  readonly window: readonly WindowEntry[];
}

export interface QueueItem {
  readonly id: string;
  /** Counted as the service does: in code points of the text that is sent. */
  readonly characters: number;
}

export type SendResult =
  /** If some lines weren't sent, `ids` lists those that the service is now working on. */
  | { readonly kind: 'accepted'; readonly ids?: readonly string[] }
  | { readonly kind: 'in-doubt' | 'failed' }
  /**
   * No byte was sent. The reservation is released and the lines are retried after a back-off that grows with each
   * failure.
   */
  | ({ readonly kind: 'not-sent' } & ReturnedLines)
  /** Status 429. The lines return to the front of the queue, in order. */
  | ({ readonly kind: 'rate-limited'; readonly retryAfterMs?: number } & ReturnedLines)
  /** The batch was refused as a whole. Its halves are sent in order. If it has only one line, that line has failed. */
  | ({ readonly kind: 'split' } & ReturnedLines);

interface ReturnedLines {
  /**
   * The lines to return to the queue; absent to return all of them. The others have been skipped or are queued again
   * separately.
   */
  readonly ids?: readonly string[];
}

export interface PlannedBatch {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly lines: number;
  readonly characters: number;
}

export interface Forecast {
  readonly batches: readonly PlannedBatch[];
  /** Milliseconds since the epoch; null if there is nothing left to send. */
  readonly allSentAt: number | null;
  /** Milliseconds since the epoch; null if nothing is queued or in flight. */
  readonly doneAt: number | null;
  readonly neverFit: number;
}
