import { RATE_WINDOW_MS, type RateLimit, type Scope } from '@lectern/tts-protocol';

/**
 * How long a request counts after its reply, in milliseconds. The service counts it from some time between sending and
 * reply; the extra millisecond makes up for rounding.
 */
export const COUNTS_AFTER_REPLY_MS = RATE_WINDOW_MS + 1;

/** Identifies a budget, which is shared by all processes on this machine that use the account. */
export interface Account {
  /** `URL.origin` of the base address, or `local`. */
  readonly origin: string;
  readonly userId: string;
}

/** How much can be sent now. `Infinity` if the scope isn't limited. */
export interface Headroom {
  readonly requests: number;
  readonly characters: number;
  /**
   * Maximum characters for a request with a single line. Exceeds `characters` only if refusals have lowered the assumed
   * limit below the length of a line; the line can then be sent once the window is empty.
   */
  readonly loneLine: number;
  readonly limit: RateLimit;
  /** When the room next grows by itself, in milliseconds since the epoch; null if the window is empty. */
  readonly nextChangeAt: number | null;
}

/** A request's place in the window, from sending until 60 s after its reply or timeout. */
export interface Reservation {
  readonly scope: Scope;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly characters: number;
  /**
   * The reply arrived or was given up: counts for another 60 s. Only the first call of these three methods has an
   * effect.
   */
  settle(): void;
  /** Nothing of the request left this machine: frees its place immediately. */
  release(): void;
  /**
   * The service refused it (429): settles, holds sending and lowers the assumed limit.
   *
   * @param retryAfterMs the service's `Retry-After` in milliseconds, if any
   */
  refused(retryAfterMs?: number): void;
}

export type ReserveResult =
  | { readonly ok: true; readonly reservation: Reservation }
  /** No room yet. `retryAt` is the earliest time worth trying again, in milliseconds since the epoch. */
  | { readonly ok: false; readonly kind: 'wait'; readonly retryAt: number }
  /** More characters than the whole window allows, so waiting doesn't help. */
  | { readonly ok: false; readonly kind: 'never-fits'; readonly limitCharacters: number };

/** Why sending is held regardless of the available room. */
export type HoldReason = 'refused' | 'unknown-window';

export interface BudgetState {
  readonly scope: Scope;
  /** The plan's or manual limit times this machine's share. */
  readonly limit: RateLimit;
  /** The limit after refusals; equal to `limit` if there were none. */
  readonly assumed: RateLimit;
  readonly used: { readonly requests: number; readonly characters: number };
  /** When sending resumes, in milliseconds since the epoch; null if it isn't held. */
  readonly waitingUntil: number | null;
  readonly waitingFor: HoldReason | null;
}

/** A request in the window. Times are in milliseconds since the epoch. */
export interface WindowEntry {
  readonly sentAt: number;
  /** While in flight, the latest possible time, in case its process dies. */
  readonly expiresAt: number;
  readonly inFlight: boolean;
  readonly own: boolean;
  readonly characters: number;
}

/** A scope's budget as input for a forecast. */
export interface BudgetSnapshot {
  readonly limit: RateLimit;
  readonly assumption: { readonly factor: number; readonly loweredAt: number };
  /** When sending resumes, in milliseconds since the epoch; null if it isn't held. */
  readonly heldUntil: number | null;
  readonly window: readonly WindowEntry[];
}

export interface Item {
  readonly id: string;
  /** Characters as the service counts them: code points of the text that is sent. */
  readonly characters: number;
}

export type SendResult =
  /** The lines are done, whatever the outcome: the reservation is settled (unless it was released). */
  /** `ids` lists the lines that the service is now working on, if not all were sent. */
  | { readonly kind: 'accepted'; readonly ids?: readonly string[] }
  | { readonly kind: 'in-doubt' | 'failed' }
  /** No byte was sent: the reservation is released and the same lines are retried after a growing back-off. */
  | { readonly kind: 'not-sent' }
  /** 429: the lines go back to the front, in order. */
  | { readonly kind: 'rate-limited'; readonly retryAfterMs?: number }
  /** Refused as a whole, possibly because of one line: the halves are sent in order. A single line has failed. */
  | { readonly kind: 'split' };

export interface PlannedBatch {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly lines: number;
  readonly characters: number;
}

export interface Forecast {
  readonly batches: readonly PlannedBatch[];
  /** Time of the last submission in milliseconds since the epoch; null if there is nothing left to send. */
  readonly allSentAt: number | null;
  /** Time of the last reply in milliseconds since the epoch; null if nothing is queued or in flight. */
  readonly doneAt: number | null;
  /** Number of lines that can never be sent because they exceed the whole window. */
  readonly neverFit: number;
}
