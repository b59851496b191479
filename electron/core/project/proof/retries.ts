// Plans which lines to render again with other seeds, within limits, and picks the better takes of suspicious lines.

import type { NotRetried, RetryLimits, RetryPlan } from '../../../../shared/model/proofed-take.ts';
import type { Verdict } from '../../../../shared/model/take.ts';
import type { Database } from '../folder/database.ts';
import { LINES_WITH_PICKS, NOT_DELETED } from '../lines/line-states.ts';
import type { Project } from '../project.ts';
import { openFindings } from './accepted-findings.ts';

interface CandidateRow {
  readonly line_id: number;
  readonly chapter_id: number | null;
  readonly take_id: number;
  readonly verdict: Verdict | null;
  readonly is_kept: 0 | 1;
  readonly score: number;
}

const CANDIDATES = `SELECT lines.id AS line_id, paragraphs.chapter_id AS chapter_id, takes.id AS take_id, takes.verdict AS verdict,
    takes.render_key IS NOT lines.render_key AS is_kept, score
  FROM ${LINES_WITH_PICKS} JOIN take_proofs ON take_proofs.take_id = takes.id
  WHERE ${NOT_DELETED} AND score IS NOT NULL AND (takes.id IN (SELECT value FROM json_each(?)) OR score >= ?)
  ORDER BY score DESC, lines.id`;

/** The retries of a line with its current text and settings. Orders whose jobs have failed aren't open. */
const RETRIES = `SELECT count(*) AS orders,
    count(*) FILTER (WHERE proof_retries.outcome IS NULL AND (
      jobs.state IN ('sent', 'accepted', 'done')
      OR jobs.id IS NULL AND EXISTS (SELECT 1 FROM runs WHERE state = 'open'))) AS open
  FROM proof_retries JOIN lines ON lines.id = proof_retries.line_id AND lines.render_key = proof_retries.render_key
  LEFT JOIN jobs ON jobs.id = (SELECT max(id) FROM jobs AS latest WHERE latest.line_id = proof_retries.line_id
    AND latest.render_key = proof_retries.render_key AND json_extract(latest.request, '$.seed') = proof_retries.seed)
  WHERE proof_retries.line_id = ?`;

/** A line to render again, or the reason not to. */
interface RetakeCandidate {
  readonly lineId: number;
  readonly reason: NotRetried | null;
}

export interface RetakePlan<C extends RetakeCandidate = RetakeCandidate> {
  readonly lineIds: number[];
  readonly characters: number;
  readonly excluded: (Omit<C, 'reason'> & { readonly reason: NotRetried })[];
}

/**
 * Chooses the lines that can be rendered again within the limits, in the given order.
 * @param remaining characters that the project's caps allow; null if unlimited
 */
export function planRetakes<C extends RetakeCandidate>(
  { lines }: Pick<Project, 'lines'>,
  candidates: Iterable<C>,
  maxCharacters: number,
  remaining: number | null,
): RetakePlan<C> {
  const lineIds: number[] = [];
  const excluded: RetakePlan<C>['excluded'] = [];
  let characters = 0;
  for (const candidate of candidates) {
    const { lineId } = candidate;
    const built = candidate.reason === null ? lines.requestOf(lineId) : null;
    const needed = characters + (built?.ok ? built.characters : 0);
    const reason =
      candidate.reason ??
      (!built?.ok ? 'blocked' : built.seedPinned ? 'pinned' : null) ??
      (needed > maxCharacters ? 'over-limit' : null) ??
      (remaining !== null && needed > remaining ? 'over-cap' : null);
    if (reason !== null) excluded.push({ ...candidate, reason });
    else {
      lineIds.push(lineId);
      characters = needed;
    }
  }
  return { lineIds, characters, excluded };
}

/**
 * Chooses the lines whose suspicious takes are retried, most suspicious first.
 * @param remaining characters that the project's caps allow; null if unlimited
 */
export function planRetries(
  project: Project,
  { minScore, chapterId, lineIds: wanted, maxRetries, maxCharacters }: RetryLimits,
  remaining: number | null,
): Omit<RetryPlan, 'price'> {
  const { db } = project;
  const suspicious = JSON.stringify([...openFindings(db).keys()]);
  const rows = db.prepare<CandidateRow>(CANDIDATES).all(suspicious, minScore ?? null);
  const among = wanted && new Set(wanted);
  const candidates = rows
    .filter((row) => chapterId === undefined || row.chapter_id === chapterId)
    .filter((row) => !among || among.has(row.line_id))
    .map((row) => ({
      lineId: row.line_id,
      takeId: row.take_id,
      reason: decisionAgainst(row) ?? retriesAgainst(db, row.line_id, maxRetries),
    }));
  return planRetakes(project, candidates, maxCharacters, remaining);
}

const decisionAgainst = ({ verdict, is_kept }: CandidateRow): NotRetried | null =>
  verdict === 'approved' ? 'approved' : is_kept === 1 ? 'kept' : null;

function retriesAgainst(db: Database, lineId: number, maxRetries: number): NotRetried | null {
  const retries = db.prepare<{ readonly orders: number; readonly open: number }>(RETRIES).get(lineId);
  if (!retries) return null;
  return retries.open > 0 ? 'under-way' : retries.orders >= maxRetries ? 'retried' : null;
}

/** Records retries when they are ordered, so that they count even if the application is killed. */
export function recordRetries(
  project: Project,
  orders: readonly { readonly lineId: number; readonly seed: number; readonly characters: number }[],
  now: number,
): void {
  const { db } = project;
  const insert = db.prepare(
    `INSERT INTO proof_retries (line_id, render_key, take_id, seed, characters, ordered_at)
     SELECT lines.id, lines.render_key, picks.take_id, ?2, ?3, ?4 FROM lines
     JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key WHERE lines.id = ?1`,
  );
  db.durably(() => {
    for (const { lineId, seed, characters } of orders) insert.run(lineId, seed, characters, now);
  });
}

/** Returns the ids of retries that have arrived but haven't been compared with their text. */
export function takesOfRetries(db: Database): number[] {
  return db
    .prepareArrays<readonly [id: number]>(
      `SELECT takes.id FROM proof_retries JOIN takes ON takes.line_id = proof_retries.line_id
         AND takes.render_key = proof_retries.render_key AND json_extract(takes.request, '$.seed') = proof_retries.seed
       WHERE outcome IS NULL`,
    )
    .all()
    .map(([id]) => id);
}

/** @param since in milliseconds since the epoch */
export const betterRetries = (db: Database, since: number): number =>
  db
    .prepare<{ readonly n: number }>(
      `SELECT count(*) AS n FROM proof_retries WHERE outcome = 'better' AND ordered_at >= ?`,
    )
    .get(since)?.n ?? 0;

interface OpenRetry {
  readonly id: number;
  readonly line_id: number;
  readonly render_key: string;
  readonly take_id: number;
  readonly verdict: Verdict | null;
  readonly new_verdict: Verdict | null;
  readonly pick_id: number | null;
}

const RETRY_OF_TAKE = `SELECT proof_retries.id AS id, proof_retries.line_id AS line_id, proof_retries.render_key AS render_key,
    proof_retries.take_id AS take_id, former.verdict AS verdict, takes.verdict AS new_verdict, picks.take_id AS pick_id
  FROM takes JOIN proof_retries ON proof_retries.line_id = takes.line_id AND proof_retries.render_key = takes.render_key
    AND proof_retries.outcome IS NULL AND proof_retries.seed = json_extract(takes.request, '$.seed')
  JOIN takes AS former ON former.id = proof_retries.take_id
  LEFT JOIN picks ON picks.line_id = takes.line_id AND picks.render_key = takes.render_key
  WHERE takes.id = ?`;

/**
 * Picks the better take once a retry has been compared with its text. Keeps the current pick if the producer has judged or
 * picked a take since the order.
 */
export function settleRetry(project: Project, takeId: number): void {
  const { db, decisions, proofs } = project;
  const retry = db.prepare<OpenRetry>(RETRY_OF_TAKE).get(takeId);
  if (!retry) return;
  const [former, now] = [proofs.takes([retry.take_id])[0], proofs.takes([takeId])[0]];
  const isDecided = retry.verdict !== null || retry.new_verdict !== null || retry.pick_id !== retry.take_id;
  const isBetter = now?.proof != null && (former?.proof == null || now.proof.score < former.proof.score);
  db.transaction(() => {
    if (!isDecided && isBetter) decisions.pickTake(retry.line_id, retry.render_key, takeId, { replace: true });
    db.prepare('UPDATE proof_retries SET new_take_id = ?, outcome = ? WHERE id = ?').run(
      takeId,
      isDecided ? 'decided' : isBetter ? 'better' : 'worse',
      retry.id,
    );
  });
}
