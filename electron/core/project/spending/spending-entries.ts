// What was spent, entry by entry: each job that a service took or may have taken, and each audition.
import { z } from 'zod';
import type { Price } from '../../../../shared/model/spending.ts';
import { countCharacters } from '../../../../shared/rules/characters.ts';
import type { SpokenShare } from '../../../../shared/rules/line-request.ts';
import { type InputParameters, inputParametersSchema } from '../../../../shared/service/input-parameters.ts';
import type { Database } from '../folder/database.ts';
import type { JobState } from '../folder/schema.ts';
import { readRoles } from '../lines/stored-line.ts';

/** What became of what was sent. */
export type SpendingFate = 'rendered' | 'underWay' | 'failed' | 'inDoubt' | 'lost' | 'auditions';

export interface SpendingEntry {
  /** Null for words that are no line's. */
  readonly lineId: number | null;
  /** Null for an audition. */
  readonly runId: number | null;
  readonly characters: number;
  readonly fate: SpendingFate;
  /** Its line had a take, or had been sent before. */
  readonly isRetake: boolean;
  /** Null: not known when it was sent. */
  readonly price: Price | null;
  /** Who speaks it; the shares add up to its characters. */
  readonly spoken: readonly SpokenShare[];
}

type JobRow = readonly [
  lineId: number,
  runId: number,
  characters: number,
  state: JobState,
  createdAt: number,
  price: number | null,
  currency: string | null,
  spoken: string | null,
  request: string | null,
  roles: string,
  wasLost: 0 | 1,
];
const WAS_LOST_AT = 10;

// A job that was given up, by sending its line again or leaving it out, still says what it was.
const WAS_LOST = `jobs.state = 'resubmitted' AND jobs.reason IS NOT NULL
    AND (json_extract(jobs.reason, '$.kind') = 'lost' OR json_extract(jobs.reason, '$.state') IS 'lost')`;

// Of a job that says who speaks it, the request need not be read.
const JOBS = `SELECT jobs.line_id, jobs.run_id, jobs.characters, jobs.state, jobs.created_at, price, currency, spoken,
    CASE WHEN spoken IS NULL THEN request END, roles, ${WAS_LOST}
  FROM jobs JOIN batches ON batches.id = jobs.batch_id JOIN lines ON lines.id = jobs.line_id
  WHERE jobs.state NOT IN ('refused', 'sent') ORDER BY jobs.id`;

const FATES: Readonly<Record<JobState, SpendingFate>> = {
  sent: 'underWay',
  accepted: 'underWay',
  done: 'rendered',
  failed: 'failed',
  refused: 'failed',
  'in-doubt': 'inDoubt',
  lost: 'lost',
  resubmitted: 'inDoubt',
};

const spokenSchema = z.array(z.object({ role: z.string(), characters: z.int() }));

/** Calls back with every entry, oldest jobs first, then auditions. @throws ProjectError */
export function forEachSpending(db: Database, look: (entry: SpendingEntry) => void): void {
  const firstTakes = new Map(
    db.prepareArrays<[number, number]>('SELECT line_id, min(created_at) FROM takes GROUP BY line_id').all(),
  );
  const sentBefore = new Set<number>();
  const shares = new SharesByText(db);
  for (const row of db.prepareArrays<JobRow>(JOBS).all()) {
    const [lineId, runId, characters, state, createdAt, price, currency] = row;
    const fate = row[WAS_LOST_AT] === 1 ? 'lost' : FATES[state];
    const isRetake = sentBefore.has(lineId) || (firstTakes.get(lineId) ?? Number.POSITIVE_INFINITY) < createdAt;
    sentBefore.add(lineId);
    const priced = priceOf(price, currency);
    look({ lineId, runId, characters, fate, isRetake, price: priced, spoken: shares.of(row) });
  }
  for (const audition of db.prepare<AuditionRow>('SELECT * FROM auditions ORDER BY id').all()) {
    const { line_id: lineId, role, characters, price, currency } = audition;
    const spoken = [{ role: role ?? '', characters }];
    const priced = priceOf(price, currency);
    look({ lineId, runId: null, characters, fate: 'auditions', isRetake: false, price: priced, spoken });
  }
}

interface AuditionRow {
  readonly line_id: number | null;
  readonly role: string | null;
  readonly characters: number;
  readonly price: number | null;
  readonly currency: string | null;
}

const priceOf = (perThousand: number | null, currency: string | null): Price | null =>
  perThousand === null || currency === null ? null : { perThousand, currency };

/** Few lines differ in who speaks them: what was read once. */
class SharesByText {
  readonly #db: Database;
  readonly #roles = new Map<string, readonly string[]>();

  constructor(db: Database) {
    this.#db = db;
  }

  of([, , characters, , , , , spoken, request, rolesText]: JobRow): readonly SpokenShare[] {
    if (spoken !== null) {
      return this.#db.readDocument(spoken, (value) => spokenSchema.parse(value), 'who speaks a job');
    }
    const roles = this.#roles.get(rolesText) ?? readRoles(this.#db, rolesText);
    this.#roles.set(rolesText, roles);
    const [first = '', second] = roles;
    if (second === undefined || request === null) return [{ role: first, characters }];
    const parse = (value: unknown): InputParameters => inputParametersSchema.parse(value);
    return sharesOf(this.#db.readDocument(request, parse, 'the request of a job'), [first, second]);
  }
}

/** A job of earlier days says by its turn prefixes who speaks: rows without one go on with who spoke before. */
export function sharesOf(request: InputParameters, [first, second]: readonly [string, string]): SpokenShare[] {
  const { text, turn_prefix, turn_prefix_2 } = request;
  let [ofFirst, ofSecond] = [0, 0];
  let isSecond = false;
  for (const [at, row] of text.split('\n').entries()) {
    if (turn_prefix_2 && row.startsWith(`${turn_prefix_2} `)) isSecond = true;
    else if (turn_prefix && row.startsWith(`${turn_prefix} `)) isSecond = false;
    const characters = countCharacters(row) + (at === 0 ? 0 : 1);
    if (isSecond) ofSecond += characters;
    else ofFirst += characters;
  }
  if (ofSecond === 0) return [{ role: first, characters: ofFirst }];
  return [
    { role: first, characters: ofFirst },
    { role: second, characters: ofSecond },
  ];
}
