import { randomUUID } from 'node:crypto';
import { RATE_WINDOW_MS, type RateLimit, type Scope } from '@lectern/tts-protocol';
import type { BudgetSettings } from '../../../shared/model/connection.ts';
import { fullLimit, scaledLimit } from '../../../shared/rules/limit-share.ts';
import { smallest } from '../../../shared/rules/lists.ts';
import type { Clock } from '../ports.ts';
import { factorAt, isUnlimited, lowerAfterRefusal, nextRecoveryAt, raisedFactor } from './effective-limit.ts';
import type { Assumption, LimitsLedger, ReservationRow } from './limits-ledger.ts';
import { LimitsBusyError, type LimitsStore } from './limits-store.ts';
import {
  type Account,
  type BudgetSnapshot,
  type BudgetState,
  COUNTS_AFTER_LOSS_MS,
  COUNTS_AFTER_REPLY_MS,
  type Headroom,
  type HoldReason,
  type Reservation,
  type ReserveResult,
} from './scheduler-types.ts';

export interface RateBudgetOptions {
  readonly store: LimitsStore;
  readonly clock: Clock;
  readonly account: Account;
  readonly settings: BudgetSettings;
}

const BUSY_RETRY_MS = 100;

interface InFlight {
  readonly scope: Scope;
  readonly row: ReservationRow;
}

export class RateBudget {
  readonly #store: LimitsStore;
  readonly #clock: Clock;
  readonly #account: Account;
  #settings: BudgetSettings;
  readonly #inFlight = new Map<string, InFlight>();

  constructor({ store, clock, account, settings }: RateBudgetOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#account = account;
    this.#settings = settings;
  }

  update(settings: BudgetSettings): void {
    this.#settings = settings;
  }

  room(scope: Scope): Headroom {
    const full = fullLimit(this.#settings, scope);
    try {
      return this.#read((ledger, now) => {
        const room = this.#headroomIn(ledger, scope, full, now);
        return { ...room, nextChangeAt: room.nextChangeAt === null ? null : this.#toWallClock(room.nextChangeAt, now) };
      });
    } catch (error) {
      return { ...NO_ROOM, limit: full, nextChangeAt: this.#afterBusy(error) };
    }
  }

  /** One transaction. If this process dies, the request counts for `inFlightForMs` plus 60 s. */
  tryReserve(
    scope: Scope,
    { characters }: { readonly characters: number },
    { inFlightForMs }: { readonly inFlightForMs: number },
  ): ReserveResult {
    const full = fullLimit(this.#settings, scope);
    if (isUnlimited(full)) return this.#untracked(scope, characters);
    if (characters > (full.characters ?? Infinity)) {
      return { ok: false, kind: 'never-fits', limitCharacters: full.characters ?? Infinity };
    }
    try {
      return this.#store.change((ledger, now): ReserveResult => {
        this.#keepAlive(ledger, now);
        const room = this.#headroomIn(ledger, scope, full, now);
        if (room.requests < 1 || characters > room.loneLine) {
          return { ok: false, kind: 'wait', retryAt: this.#toWallClock(room.nextChangeAt ?? now + BUSY_RETRY_MS, now) };
        }
        const expiresAt = now + inFlightForMs + COUNTS_AFTER_REPLY_MS;
        const row = { id: randomUUID(), characters, sentAt: now, expiresAt, inFlight: true };
        ledger.put(this.#account, scope, row);
        this.#inFlight.set(row.id, { scope, row });
        return { ok: true, reservation: this.#reservation(scope, row) };
      });
    } catch (error) {
      return { ok: false, kind: 'wait', retryAt: this.#afterBusy(error) };
    }
  }

  /** A refusal (429) without a reservation. `retryAfterMs` is from `Retry-After`. */
  refused(scope: Scope, retryAfterMs?: number): void {
    const full = fullLimit(this.#settings, scope);
    this.#runUnlessBusy(() => {
      this.#store.change((ledger, now) => {
        const before = ledger.assumption(this.#account, scope);
        this.#lowerLimit(ledger, scope, full, { ...before, sentAt: now < before.heldUntil ? 0 : now }, retryAfterMs);
      });
    });
  }

  state(scope: Scope): BudgetState {
    const limit = fullLimit(this.#settings, scope);
    const idle = { scope, limit, assumed: limit, used: NO_USAGE, waitingUntil: null, waitingFor: null };
    try {
      return this.#read((ledger, now) => {
        const { requests, characters } = ledger.usage(this.#account, scope, now);
        const assumption = ledger.assumption(this.#account, scope);
        const { until, reason } = activeHold(ledger, assumption, now);
        const assumed = scaledLimit(limit, factorAt(assumption, now));
        const waitingUntil = until === null ? null : this.#toWallClock(until, now);
        return { scope, limit, assumed, used: { requests, characters }, waitingUntil, waitingFor: reason };
      });
    } catch (error) {
      this.#afterBusy(error);
      return idle;
    }
  }

  outlook(scope: Scope): BudgetSnapshot {
    const limit = fullLimit(this.#settings, scope);
    const empty = { limit, assumption: { factor: 1, loweredAt: 0 }, heldUntil: null, window: [] };
    try {
      return this.#read((ledger, now) => {
        const assumption = ledger.assumption(this.#account, scope);
        const toWallClock = (moment: number) => this.#toWallClock(moment, now);
        const { until } = activeHold(ledger, assumption, now);
        return {
          limit,
          assumption: { ...assumption, loweredAt: toWallClock(assumption.loweredAt) },
          heldUntil: until === null ? null : toWallClock(until),
          window: ledger.rows(this.#account, scope, now).map((row) => ({
            ...row,
            sentAt: toWallClock(row.sentAt),
            expiresAt: toWallClock(row.expiresAt),
            own: this.#inFlight.has(row.id),
          })),
        };
      });
    } catch (error) {
      this.#afterBusy(error);
      return empty;
    }
  }

  #toWallClock(moment: number, now: number): number {
    return this.#clock.now() + (moment - now);
  }

  /** Requests aren't recorded, but waits after a refusal still apply. */
  #untracked(scope: Scope, characters: number): ReserveResult {
    const { requests, nextChangeAt } = this.room(scope);
    const sentAt = this.#clock.now();
    if (requests < 1) return { ok: false, kind: 'wait', retryAt: nextChangeAt ?? sentAt + BUSY_RETRY_MS };
    const refused = (retryAfterMs?: number) => this.refused(scope, retryAfterMs);
    return { ok: true, reservation: { scope, characters, sentAt, settle() {}, lost() {}, release() {}, refused } };
  }

  #headroomIn(ledger: LimitsLedger, scope: Scope, full: RateLimit, now: number): Headroom {
    const usage = ledger.usage(this.#account, scope, now);
    const assumption = ledger.assumption(this.#account, scope);
    const { until } = activeHold(ledger, assumption, now);
    const limit = scaledLimit(full, factorAt(assumption, now));
    if (until !== null) return { ...NO_ROOM, limit, nextChangeAt: until };
    const characters = Math.max(0, (limit.characters ?? Infinity) - usage.characters);
    return {
      limit,
      requests: Math.max(0, (limit.requests ?? Infinity) - usage.requests),
      characters,
      loneLine: usage.requests === 0 ? (full.characters ?? Infinity) : characters,
      nextChangeAt: earliest(usage.nextExpiryAt, nextRecoveryAt(assumption, now)),
    };
  }

  /** First corrects the file if the machine has restarted. */
  #read<Result>(work: (ledger: LimitsLedger, now: number) => Result): Result {
    const setBack = this.#store.read((ledger, now) => ledger.isFromEarlierBoot(now));
    if (setBack) this.#store.change(() => {});
    return this.#store.read(work);
  }

  /** Extends the expiry of requests that are in flight for longer than expected. */
  #keepAlive(ledger: LimitsLedger, now: number): void {
    for (const [id, { scope, row }] of this.#inFlight) {
      if (row.expiresAt > now) continue;
      const extended = { ...row, sentAt: Math.min(row.sentAt, now), expiresAt: now + COUNTS_AFTER_REPLY_MS };
      ledger.put(this.#account, scope, extended);
      this.#inFlight.set(id, { scope, row: extended });
    }
  }

  #reservation(scope: Scope, row: ReservationRow): Reservation {
    const { id, sentAt, characters } = row;
    const once = (change: (ledger: LimitsLedger, now: number) => void) => {
      if (!this.#inFlight.delete(id)) return;
      // If the file is locked, the row remains until its latest possible expiry, so it might count for too long, but
      // never for too short a time.
      this.#runUnlessBusy(() => this.#store.change(change));
    };
    // Insert rather than update the row, because another process might have deleted it as expired.
    const settle = (ledger: LimitsLedger, now: number, { refused = false, countsMs = COUNTS_AFTER_REPLY_MS } = {}) => {
      const expiresAt = now + countsMs;
      ledger.put(this.#account, scope, { ...row, sentAt: Math.min(sentAt, now), expiresAt, inFlight: false, refused });
    };
    return {
      scope,
      sentAt: this.#toWallClock(sentAt, this.#clock.monotonic()),
      characters,
      settle: () =>
        once((ledger, now) => {
          settle(ledger, now);
          this.#raiseLimit(ledger, scope, sentAt);
        }),
      lost: () => once((ledger, now) => settle(ledger, now, { countsMs: COUNTS_AFTER_LOSS_MS })),
      release: () => once((ledger) => ledger.remove(id)),
      refused: (retryAfterMs) =>
        once((ledger, now) => {
          settle(ledger, now, { refused: true });
          const before = ledger.assumption(this.#account, scope);
          this.#lowerLimit(ledger, scope, fullLimit(this.#settings, scope), { ...before, sentAt }, retryAfterMs);
        }),
    };
  }

  /**
   * Waits as long as the service asks. The default, and the maximum, is one minute, because the service never asks for
   * more (see “Errors”). Requests sent before the limit was last lowered don't lower it again.
   */
  #lowerLimit(
    ledger: LimitsLedger,
    scope: Scope,
    full: RateLimit,
    before: Assumption & { readonly sentAt: number },
    retryAfterMs = RATE_WINDOW_MS,
  ): void {
    const now = this.#clock.monotonic();
    const heldUntil = Math.max(before.heldUntil, now + Math.min(RATE_WINDOW_MS, Math.max(0, retryAfterMs)));
    const { factor, ceiling, loweredAt } = before;
    const lowered =
      before.sentAt <= loweredAt
        ? { factor, ceiling, loweredAt }
        : {
            ...lowerAfterRefusal(factorAt(before, now), full, ledger.acceptedUsage(this.#account, scope, now)),
            loweredAt: now,
          };
    ledger.assume(this.#account, scope, { ...lowered, heldUntil });
  }

  /** Only requests sent before the refusal provide information about the limit. */
  #raiseLimit(ledger: LimitsLedger, scope: Scope, sentAt: number): void {
    const before = ledger.assumption(this.#account, scope);
    if (sentAt > before.loweredAt || before.factor >= before.ceiling) return;
    const acceptedUsage = ledger.acceptedUsage(this.#account, scope, this.#clock.monotonic());
    const factor = raisedFactor(before.factor, before.ceiling, fullLimit(this.#settings, scope), acceptedUsage);
    if (factor > before.factor) ledger.assume(this.#account, scope, { ...before, factor });
  }

  #runUnlessBusy(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#afterBusy(error);
    }
  }

  #afterBusy(error: unknown): number {
    if (error instanceof LimitsBusyError) return this.#clock.now() + BUSY_RETRY_MS;
    throw error;
  }
}

const NO_USAGE = { requests: 0, characters: 0 };
const NO_ROOM = { ...NO_USAGE, loneLine: 0 };

function activeHold(
  ledger: LimitsLedger,
  assumption: Assumption,
  now: number,
): { readonly until: number | null; readonly reason: HoldReason | null } {
  const unknown = ledger.unknownUntil();
  const until = Math.max(unknown, assumption.heldUntil);
  if (until <= now) return { until: null, reason: null };
  return { until, reason: until === unknown ? 'unknown-window' : 'refused' };
}

function earliest(...moments: (number | null)[]): number | null {
  const known = moments.filter((moment) => moment !== null);
  return known.length === 0 ? null : smallest(known);
}
