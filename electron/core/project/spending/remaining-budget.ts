// Spending is read from the journal, so that it is correct even after a restart or if there are several processes.
import { z } from 'zod';
import type { ConnectionIdentity } from '../../../../shared/model/connection.ts';
import { type CapKind, type MoneyCap, moneyCapSchema, type Price } from '../../../../shared/model/spending.ts';
import type { Database } from '../folder/database.ts';
import type { BatchTerms, Journal, NewJob, OpenBatch } from '../journal/journal.ts';

export interface RemainingBudget {
  /** Null if unlimited. */
  readonly characters: number | null;
  readonly by: CapKind | null;
}

/** Spending, including batches in flight that might be charged. */
interface SpentAmounts {
  readonly characters: number;
  /** Amount in the requested currency. Batches without a recorded price count at the current price. */
  readonly amount: number;
}

const storedCapsSchema = z.object({
  characterCap: z.int().min(0).nullable().default(null),
  moneyCap: moneyCapSchema.nullable().default(null),
});

const runCapSchema = z.object({ maxCharacters: z.number().nullish() });

interface SpentRow {
  readonly price: number | null;
  readonly currency: string | null;
  readonly characters: number;
}

// All characters of a batch count, because a service never accepts only part of a batch.
const SPENT = `SELECT price, currency, sum(characters) AS characters FROM (
    SELECT price, currency, characters FROM batches WHERE state NOT IN ('refused', 'not-sent')
    UNION ALL SELECT price, currency, characters FROM auditions
  ) GROUP BY price, currency`;

/** @param price for batches without a recorded price */
export function sumSpending(db: Database, price: Price | null, currency: string | null): SpentAmounts {
  let characters = 0;
  let amount = 0;
  for (const row of db.prepare<SpentRow>(SPENT).all()) {
    characters += row.characters;
    const known = row.price === null ? price : { perThousand: row.price, currency: row.currency };
    if (known?.currency === currency) amount += (row.characters / 1_000) * (known?.perThousand ?? 0);
  }
  return { characters, amount };
}

/**
 * Returns the remaining budget. Call it in the transaction that spends it.
 * @param price if null, the money cap can't be enforced
 */
export function remainingBudget(db: Database, price: Price | null, runId: number | null): RemainingBudget {
  const caps = readCaps(db);
  const { characters, amount } = sumSpending(db, price, price?.currency ?? null);
  const limits: { readonly characters: number; readonly by: CapKind }[] = [];
  if (caps.characterCap !== null) limits.push({ characters: caps.characterCap - characters, by: 'characters' });
  if (caps.moneyCap && price) {
    const by = caps.moneyCap.currency === price.currency ? 'money' : 'currency';
    limits.push({ characters: roomForMoney(caps.moneyCap, price, amount), by });
  }
  const ofRun = runId === null ? null : remainingOfRun(db, runId);
  if (ofRun !== null) limits.push({ characters: ofRun, by: 'run' });
  return limits.reduce<RemainingBudget>(
    (least, limit) =>
      least.characters === null || limit.characters < least.characters
        ? { characters: Math.max(0, limit.characters), by: limit.by }
        : least,
    { characters: null, by: null },
  );
}

/** Returns the characters that the remaining money pays for. It can be negative. */
export function roomForMoney(cap: MoneyCap | null, price: Price | null, spent: number): number {
  if (!cap || !price) return Number.POSITIVE_INFINITY;
  // Different currencies can't be compared, so the cap stops all spending.
  if (cap.currency !== price.currency) return 0;
  if (price.perThousand === 0) return Number.POSITIVE_INFINITY;
  // Compensates for rounding errors that would lose a whole character.
  return Math.floor(((cap.amount - spent) / price.perThousand) * 1_000 + 1e-6);
}

function readCaps(db: Database): z.infer<typeof storedCapsSchema> {
  const row = db.prepare<{ readonly settings: string }>('SELECT settings FROM project').get();
  return db.readDocument(row?.settings ?? '{}', (value) => storedCapsSchema.parse(value), 'project.settings');
}

function remainingOfRun(db: Database, runId: number): number | null {
  const row = db.prepare<{ readonly options: string }>('SELECT options FROM runs WHERE id = ?').get(runId);
  const cap = row && db.readDocument(row.options, (value) => runCapSchema.safeParse(value).data, 'runs.options');
  if (typeof cap?.maxCharacters !== 'number') return null;
  const spent = db
    .prepare<{ readonly n: number }>(
      `SELECT coalesce(sum(characters), 0) AS n FROM batches WHERE run_id = ? AND state NOT IN ('refused', 'not-sent')`,
    )
    .get(runId);
  return cap.maxCharacters - (spent?.n ?? 0);
}

interface BatchOrder {
  readonly runId: number;
  readonly connection: ConnectionIdentity;
  readonly jobs: readonly NewJob[];
  readonly terms: BatchTerms;
  readonly now: number;
  /** Characters left under a cap that several projects share. Default: no such cap. */
  readonly sharedRoom?: number | undefined;
}

interface StartedBatch {
  readonly batch: OpenBatch | null;
  readonly jobs: readonly NewJob[];
  /** The remaining jobs, starting with the first that would exceed a cap. */
  readonly beyond: readonly NewJob[];
  readonly by: CapKind | null;
}

/** Records and flushes as many jobs as the caps allow. A single transaction enforces the caps across processes. */
export function beginWithinCaps(db: Database, journal: Journal, order: BatchOrder): StartedBatch {
  const { runId, connection, jobs, terms, now, sharedRoom = Number.POSITIVE_INFINITY } = order;
  // Reserve disk space first. A batch must not be sent unless its acceptance can be recorded.
  db.allocateReserve();
  return db.durably(() => {
    const own = remainingBudget(db, terms.price, runId);
    const by = sharedRoom < (own.characters ?? Number.POSITIVE_INFINITY) ? 'queue' : own.by;
    let left = Math.min(own.characters ?? Number.POSITIVE_INFINITY, sharedRoom);
    const first = jobs.findIndex((job) => {
      left -= job.characters;
      return left < 0;
    });
    const within = first === -1 ? jobs : jobs.slice(0, first);
    const beyond = first === -1 ? [] : jobs.slice(first);
    const batch = within.length === 0 ? null : journal.beginBatch(runId, connection, within, now, terms);
    return { batch, jobs: within, beyond, by: beyond.length === 0 ? null : by };
  });
}

export interface NewAudition {
  readonly lineId: number | null;
  readonly role: string | null;
  readonly connection: ConnectionIdentity;
  readonly characters: number;
  readonly price: Price | null;
  readonly now: number;
}

/** Records an audition before it is requested. @returns its id, or the cap that it would exceed */
export function recordAudition(
  db: Database,
  { lineId, role, connection, characters, price, now }: NewAudition,
): { readonly id: number } | { readonly by: CapKind } {
  return db.transaction(() => {
    const left = remainingBudget(db, price, null);
    if (left.characters !== null && left.by !== null && characters > left.characters) return { by: left.by };
    const { lastInsertRowid } = db
      .prepare(
        `INSERT INTO auditions (line_id, role, origin, user_id, characters, price, currency, begun_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        lineId,
        role,
        connection.origin,
        connection.userId,
        characters,
        price?.perThousand ?? null,
        price?.currency ?? null,
        now,
      );
    return { id: lastInsertRowid };
  });
}

/** Removes the record of an audition that the service didn't accept. */
export function removeAudition(db: Database, id: number): void {
  db.transaction(() => db.prepare('DELETE FROM auditions WHERE id = ?').run(id));
}
