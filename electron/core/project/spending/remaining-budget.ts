// How much may still be spent: the project's hard caps, and a run's own. What was spent is read from the journal, not
// from memory, so that it stays right after a restart and when another process writes the project.
// Batches and auditions take their share here, before anything is sent: an audition belongs to no run.
import { z } from 'zod';
import type { ConnectionIdentity } from '../../../../shared/model/connection.ts';
import { type MoneyCap, moneyCapSchema, type Price } from '../../../../shared/model/spending.ts';
import type { Database } from '../folder/database.ts';
import type { BatchTerms, Journal, NewJob, OpenBatch } from '../journal/journal.ts';

/** Which cap it is that lets no more through: `currency` where the cap in money is in another one than the price. */
export type CapKind = 'characters' | 'money' | 'currency' | 'run';

export interface RemainingBudget {
  /** Characters that may still be sent; null: as many as one likes. */
  readonly characters: number | null;
  /** The cap that sets this; null where none does. */
  readonly by: CapKind | null;
}

/** What was spent, or may have been: batches that are on their way count too. */
interface Spent {
  readonly characters: number;
  /** In the currency that was asked for; what was sent without a known price counts at today's. */
  readonly amount: number;
}

const capsSchema = z.object({
  characterCap: z.int().min(0).nullable().default(null),
  moneyCap: moneyCapSchema.nullable().default(null),
});

const runCapSchema = z.object({ maxCharacters: z.number().nullish() });

interface SpentRow {
  readonly price: number | null;
  readonly currency: string | null;
  readonly characters: number;
}

// A batch's characters are those of its jobs: it is refused whole or not at all.
const SPENT = `SELECT price, currency, sum(characters) AS characters FROM (
    SELECT price, currency, characters FROM batches WHERE state NOT IN ('refused', 'not-sent')
    UNION ALL SELECT price, currency, characters FROM auditions
  ) GROUP BY price, currency`;

/** @param price today's, for what was sent without a known one @param currency of the amount */
export function spentOf(db: Database, price: Price | null, currency: string | null): Spent {
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
 * What may still be sent. To be asked inside the transaction that spends it.
 *
 * @param price of what would be sent; where it is not known, the cap in money can't hold
 * @param runId the run's own cap counts as well; null: none
 * @throws ProjectError
 */
export function remainingBudget(db: Database, price: Price | null, runId: number | null): RemainingBudget {
  const caps = readCaps(db);
  const { characters, amount } = spentOf(db, price, price?.currency ?? null);
  const limits: { readonly characters: number; readonly by: CapKind }[] = [];
  if (caps.characterCap !== null) limits.push({ characters: caps.characterCap - characters, by: 'characters' });
  if (caps.moneyCap && price) limits.push(moneyLeft(caps.moneyCap, price, amount));
  const ofRun = runId === null ? null : leftOfRun(db, runId);
  if (ofRun !== null) limits.push({ characters: ofRun, by: 'run' });
  return limits.reduce<RemainingBudget>(
    (least, limit) =>
      least.characters === null || limit.characters < least.characters
        ? { characters: Math.max(0, limit.characters), by: limit.by }
        : least,
    { characters: null, by: null },
  );
}

function moneyLeft(cap: MoneyCap, price: Price, spent: number): { readonly characters: number; readonly by: CapKind } {
  // What can't be compared may not be spent: the cap is a hard one.
  if (cap.currency !== price.currency) return { characters: 0, by: 'currency' };
  if (price.perThousand === 0) return { characters: Number.POSITIVE_INFINITY, by: 'money' };
  // A whole number of characters that binary fractions have put a hair below itself is that number.
  const characters = Math.floor(((cap.amount - spent) / price.perThousand) * 1_000 + 1e-6);
  return { characters, by: 'money' };
}

function readCaps(db: Database): z.infer<typeof capsSchema> {
  const row = db.prepare<{ readonly settings: string }>('SELECT settings FROM project').get();
  return db.readDocument(row?.settings ?? '{}', (value) => capsSchema.parse(value), 'the settings');
}

function leftOfRun(db: Database, runId: number): number | null {
  const row = db.prepare<{ readonly options: string }>('SELECT options FROM runs WHERE id = ?').get(runId);
  const cap = row && db.readDocument(row.options, (value) => runCapSchema.safeParse(value).data, 'a run’s options');
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
  /** Milliseconds since the epoch. */
  readonly now: number;
}

interface BegunBatch {
  /** Null where the caps let nothing of it through. */
  readonly batch: OpenBatch | null;
  /** The jobs that it holds: the first of those that were ordered. */
  readonly jobs: readonly NewJob[];
  /** Those that would pass a cap: the first one that does, and all after it. */
  readonly beyond: readonly NewJob[];
  /** The cap that they would pass. */
  readonly by: CapKind | null;
}

/**
 * Writes down, flushed, what of a batch may be sent. What is spent is read and added to in one transaction, which no
 * other writer can come between: the caps hold over any number of senders, runs and processes.
 *
 * @throws ProjectError where it can't be written; then nothing may be sent
 */
export function beginWithinCaps(db: Database, journal: Journal, order: BatchOrder): BegunBatch {
  const { runId, connection, jobs, terms, now } = order;
  // Nothing is sent whose acceptance could not be written down.
  db.keepReserve();
  return db.durably(() => {
    const { characters, by } = remainingBudget(db, terms.price, runId);
    let left = characters ?? Number.POSITIVE_INFINITY;
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
  /** Null where the words are no line's. */
  readonly lineId: number | null;
  readonly role: string | null;
  readonly connection: ConnectionIdentity;
  /** As sent. */
  readonly characters: number;
  readonly price: Price | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Books an audition before it is asked for.
 *
 * @returns its id, or the cap that it would pass
 * @throws ProjectError
 */
export function bookAudition(
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

/** The service took nothing of it. */
export function dropAudition(db: Database, id: number): void {
  db.transaction(() => db.prepare('DELETE FROM auditions WHERE id = ?').run(id));
}
