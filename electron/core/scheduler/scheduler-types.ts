// The words that the scheduler's parts share, and what production sees of them.
import { RATE_WINDOW_MS, type RateLimit, type Scope } from '@lectern/tts-protocol';

/**
 * How long a request counts after its reply, in milliseconds. The service counts it from some moment between sending
 * and reply; one millisecond is added so that two rounded moments are never less than a whole window apart.
 */
export const COUNTS_AFTER_REPLY_MS = RATE_WINDOW_MS + 1;

/** Whose budget: every process of this machine that works for the same account counts together. */
export interface Account {
  /** `URL.origin` of the base address, or `local`. */
  readonly origin: string;
  readonly userId: string;
}

/** How much may leave at this moment. `Infinity` where the scope is not limited. */
export interface Room {
  readonly requests: number;
  readonly characters: number;
  /**
   * Characters that a request of one single line may carry. More than `characters` only where refusals have lowered
   * the assumed limit below the length of a line: then the line may leave as soon as the window is empty.
   */
  readonly loneLine: number;
  /** The limit that is assumed at present. */
  readonly limit: RateLimit;
  /** Milliseconds since the epoch at which the room next grows by itself; null where nothing holds any of it. */
  readonly nextChangeAt: number | null;
}

/** A request's place in the window: it counts from its sending until 60 s after its reply or time-out. */
export interface Reservation {
  readonly scope: Scope;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  readonly characters: number;
  /** The reply came, or the wait for it was given up: counts for 60 s more. Only the first of these three calls counts. */
  settle(): void;
  /** Nothing of the request left this machine: gives its place back at once. */
  release(): void;
  /**
   * The service refused it (429): settles, waits, and lowers the assumed limit.
   * @param retryAfterMs the service's `Retry-After`, in milliseconds, where it sent one
   */
  refused(retryAfterMs?: number): void;
}

export type ReserveResult =
  | { readonly ok: true; readonly reservation: Reservation }
  /** No room yet. `retryAt`: milliseconds since the epoch, the earliest moment worth another try. */
  | { readonly ok: false; readonly kind: 'wait'; readonly retryAt: number }
  /** More characters than the whole window may ever hold: no wait helps. */
  | { readonly ok: false; readonly kind: 'never-fits'; readonly limitCharacters: number };

/** Why nothing leaves at present, whatever room there is. */
export type HoldReason = 'refused' | 'unknown-window';

/** What a display shows of one scope's budget. */
export interface BudgetState {
  readonly scope: Scope;
  /** The plan's or by-hand limit times this machine's share. */
  readonly limit: RateLimit;
  /** The same as lowered by refusals; equal to `limit` where there were none. */
  readonly assumed: RateLimit;
  /** What counts in the window at present, over all processes of this machine. */
  readonly used: { readonly requests: number; readonly characters: number };
  /** Milliseconds since the epoch until which nothing leaves; null where nothing is held. */
  readonly waitingUntil: number | null;
  readonly waitingFor: HoldReason | null;
}

/** A request that counts in the window. Moments are milliseconds since the epoch. */
export interface WindowEntry {
  readonly sentAt: number;
  /** While in flight: the latest moment, in case its process dies. */
  readonly expiresAt: number;
  readonly inFlight: boolean;
  /** Whether this process sent it. */
  readonly own: boolean;
  readonly characters: number;
}

/** What a forecast needs to know of a scope's budget. */
export interface Outlook {
  readonly limit: RateLimit;
  /** How far refusals had lowered the limit, and when. */
  readonly assumption: { readonly factor: number; readonly loweredAt: number };
  /** Milliseconds since the epoch before which nothing leaves; null where nothing is held. */
  readonly heldUntil: number | null;
  readonly window: readonly WindowEntry[];
}

/** A line as the scheduler sees it. */
export interface Item {
  readonly id: string;
  /** Characters that the service will count: code points of the text as sent. */
  readonly characters: number;
}

/** What became of a batch. */
export type SendResult =
  /** Done with these lines, whatever became of them: the reservation is settled (unless it was released). */
  /** `ids`: the lines that the service works on now, where not all of them were sent. */
  | { readonly kind: 'accepted'; readonly ids?: readonly string[] }
  | { readonly kind: 'in-doubt' | 'failed' }
  /** Not a byte left: the reservation is given back and the same lines are tried again, after a growing pause. */
  | { readonly kind: 'not-sent' }
  /** 429: the lines go back to the front, in order. */
  | { readonly kind: 'rate-limited'; readonly retryAfterMs?: number }
  /** Refused as a whole, perhaps for one line's sake: the halves are sent, in order. Of one line alone: failed. */
  | { readonly kind: 'split' };

/** One batch that leaves, or left. */
export interface Departure {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly lines: number;
  readonly characters: number;
}

/** When everything will have left and when it will be done, batch by batch. */
export interface Forecast {
  readonly departures: readonly Departure[];
  /** Milliseconds since the epoch of the last departure; null where nothing is left to send. */
  readonly allSentAt: number | null;
  /** Milliseconds since the epoch of the last reply; null where nothing is queued or in flight. */
  readonly doneAt: number | null;
  /** Lines that no wait will ever let through: longer than the whole window. */
  readonly neverFit: number;
}
