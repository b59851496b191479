// Each function is a single statement; the store handles transactions.
import type { DatabaseSync } from 'node:sqlite';
import type { Scope } from '@lectern/tts-protocol';
import { type Account, COUNTS_AFTER_REPLY_MS } from './scheduler-types.ts';

/** Times are in milliseconds on the monotonic clock. */
export interface ReservationRow {
  readonly id: string;
  readonly characters: number;
  readonly sentAt: number;
  /**
   * When the request leaves the window. While the request is in flight, this is the latest possible time, in case its
   * process dies.
   */
  readonly expiresAt: number;
  readonly inFlight: boolean;
  /**
   * The service refused the request. The service might still count the request, but it doesn't show how much the
   * service accepts.
   */
  readonly refused?: boolean;
}

export interface WindowUsage {
  readonly requests: number;
  readonly characters: number;
  readonly nextExpiryAt: number | null;
}

export interface Assumption {
  /** Share of the limit after it was last lowered; above 0, at most 1. */
  readonly factor: number;
  /** Highest share that can be reached through replies to requests sent before the last refusal. */
  readonly ceiling: number;
  readonly loweredAt: number;
  readonly heldUntil: number;
}

export const NO_ASSUMPTION: Assumption = { factor: 1, ceiling: 1, loweredAt: 0, heldUntil: 0 };

export interface LimitsLedger {
  usage(account: Account, scope: Scope, now: number): WindowUsage;
  acceptedUsage(account: Account, scope: Scope, now: number): Omit<WindowUsage, 'nextExpiryAt'>;
  rows(account: Account, scope: Scope, now: number): ReservationRow[];
  put(account: Account, scope: Scope, row: ReservationRow): void;
  remove(id: string): void;
  assumption(account: Account, scope: Scope): Assumption;
  assume(account: Account, scope: Scope, assumption: Assumption): void;
  /**
   * Until this time, nothing is sent for any account, because it is unknown what has been sent before. 0 if it is
   * known.
   */
  unknownUntil(): number;
  setUnknownUntil(until: number): void;
  /** True if any row is dated in the future, which means that the machine has restarted. */
  isFromEarlierBoot(now: number): boolean;
  /** Deletes expired rows and corrects rows dated in the future by a restart. */
  tidy(now: number): void;
}

const BY_SCOPE = 'origin = ? AND user_id = ? AND scope = ?';

export function openLedger(db: DatabaseSync): LimitsLedger {
  const usage = db.prepare(`SELECT count(*) AS requests, coalesce(sum(characters), 0) AS characters,
    min(expires_at) AS next
    FROM reservation WHERE ${BY_SCOPE} AND expires_at > ?`);
  const acceptedUsage = db.prepare(`SELECT count(*) AS requests, coalesce(sum(characters), 0) AS characters
    FROM reservation WHERE ${BY_SCOPE} AND expires_at > ? AND in_flight = 0 AND refused = 0`);
  const rows = db.prepare(`SELECT id, characters, sent_at, expires_at, in_flight FROM reservation
    WHERE ${BY_SCOPE} AND expires_at > ? ORDER BY expires_at`);
  const put = db.prepare('INSERT OR REPLACE INTO reservation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const remove = db.prepare('DELETE FROM reservation WHERE id = ?');
  const assumption = db.prepare(`SELECT factor, lowered_at, held_until, ceiling FROM assumption WHERE ${BY_SCOPE}`);
  const assume = db.prepare('INSERT OR REPLACE INTO assumption VALUES (?, ?, ?, ?, ?, ?, ?)');
  const unknown = db.prepare('SELECT held_until FROM unknown_window');
  const setUnknown = db.prepare('INSERT OR REPLACE INTO unknown_window VALUES (1, ?)');
  const ahead = db.prepare(`SELECT EXISTS (SELECT 1 FROM reservation WHERE sent_at > ?1)
    OR EXISTS (SELECT 1 FROM assumption WHERE held_until > ?2 OR lowered_at > ?1)
    OR EXISTS (SELECT 1 FROM unknown_window WHERE held_until > ?2) AS ahead`);
  const tidy = tidyStatements(db);
  const key = ({ origin, userId }: Account, scope: Scope) => [origin, userId, scope] as const;
  return {
    usage(account, scope, now) {
      const row = usage.get(...key(account, scope), now);
      const next = row?.['next'];
      return {
        requests: Number(row?.['requests']),
        characters: Number(row?.['characters']),
        nextExpiryAt: next === null || next === undefined ? null : Number(next),
      };
    },
    acceptedUsage(account, scope, now) {
      const row = acceptedUsage.get(...key(account, scope), now);
      return { requests: Number(row?.['requests']), characters: Number(row?.['characters']) };
    },
    rows: (account, scope, now) =>
      rows.all(...key(account, scope), now).map((row) => ({
        id: String(row['id']),
        characters: Number(row['characters']),
        sentAt: Number(row['sent_at']),
        expiresAt: Number(row['expires_at']),
        inFlight: row['in_flight'] === 1,
      })),
    put(account, scope, { id, characters, sentAt, expiresAt, inFlight, refused = false }) {
      put.run(id, ...key(account, scope), characters, sentAt, expiresAt, inFlight ? 1 : 0, refused ? 1 : 0);
    },
    remove(id) {
      remove.run(id);
    },
    assumption(account, scope) {
      const row = assumption.get(...key(account, scope));
      if (!row) return NO_ASSUMPTION;
      return {
        factor: Number(row['factor']),
        loweredAt: Number(row['lowered_at']),
        heldUntil: Number(row['held_until']),
        ceiling: Number(row['ceiling']),
      };
    },
    assume(account, scope, { factor, loweredAt, heldUntil, ceiling }) {
      assume.run(...key(account, scope), factor, loweredAt, heldUntil, ceiling);
    },
    unknownUntil: () => Number(unknown.get()?.['held_until'] ?? 0),
    setUnknownUntil(until) {
      setUnknown.run(until);
    },
    isFromEarlierBoot: (now) => ahead.get(now, now + COUNTS_AFTER_REPLY_MS)?.['ahead'] === 1,
    tidy,
  };
}

/**
 * The monotonic clock restarts with the machine. Rows with a time in the future are treated as just sent, so a restart
 * delays sending by at most one window. Rows that seem older than a window really are older.
 */
function tidyStatements(db: DatabaseSync): (now: number) => void {
  const expire = db.prepare('DELETE FROM reservation WHERE expires_at <= ?');
  const rebase = db.prepare(`UPDATE reservation SET expires_at = ?1 + (expires_at - sent_at), sent_at = ?1
    WHERE sent_at > ?1`);
  const holds = db.prepare(`UPDATE assumption SET held_until = min(held_until, ?1 + ${COUNTS_AFTER_REPLY_MS}),
    lowered_at = min(lowered_at, ?1) WHERE held_until > ?1 + ${COUNTS_AFTER_REPLY_MS} OR lowered_at > ?1`);
  const unknown = db.prepare(`UPDATE unknown_window SET held_until = ?1 + ${COUNTS_AFTER_REPLY_MS}
    WHERE held_until > ?1 + ${COUNTS_AFTER_REPLY_MS}`);
  return (now) => {
    for (const statement of [rebase, expire, holds, unknown]) statement.run(now);
  };
}
