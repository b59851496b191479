// Each decision is atomic and flushed, and returns the previous state so that it can be undone.
import {
  type AudioProblem,
  GAIN_DB,
  MIN_TRIMMED_SECONDS,
  type TakeDecisions,
  type TakeState,
  type Verdict,
} from '../../../../shared/model/take.ts';
import type { Database } from '../folder/database.ts';
import { LINES_WITH_PICKS, NOT_DELETED, SHOWN_TAKE } from '../lines/line-states.ts';

export type TakeProblem =
  | { readonly kind: 'no-such-take'; readonly takeId: number }
  | { readonly kind: 'no-such-line'; readonly lineId: number }
  | { readonly kind: 'other-line'; readonly takeId: number; readonly lineId: number }
  /**
   * The take was made from other text or settings, so the take can't be picked unless the producer explicitly keeps it.
   */
  | { readonly kind: 'other-key'; readonly takeId: number; readonly lineId: number }
  | { readonly kind: 'no-key'; readonly lineId: number }
  | { readonly kind: 'unplayable'; readonly takeId: number; readonly problem: AudioProblem }
  | { readonly kind: 'bad-trim'; readonly takeId: number; readonly durationSeconds: number }
  | { readonly kind: 'bad-gain'; readonly gainDb: number }
  | { readonly kind: 'long-note'; readonly characters: number };

/** A decision was refused, so nothing has changed. The caller provides a message to display. */
export class TakeError extends Error {
  readonly problem: TakeProblem;

  constructor(problem: TakeProblem) {
    super(problem.kind);
    this.name = 'TakeError';
    this.problem = problem;
  }
}

interface DecisionRow {
  readonly id: number;
  readonly line_id: number;
  readonly render_key: string;
  readonly duration: number;
  readonly verdict: Verdict | null;
  readonly trim_start: number;
  readonly trim_end: number;
  readonly gain_db: number;
  readonly audio_problem: AudioProblem | null;
  readonly line_key: string | null;
  readonly line_deleted_at: number | null;
  readonly pick_id: number | null;
  readonly kept: 0 | 1 | null;
}

export interface Trim {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

const DECISIONS = `SELECT takes.id AS id, takes.line_id AS line_id, takes.render_key AS render_key, duration, verdict,
    trim_start, trim_end, gain_db, audio_problem, lines.render_key AS line_key, lines.deleted_at AS line_deleted_at,
    picks.take_id AS pick_id, picks.kept AS kept
  FROM takes JOIN lines ON lines.id = takes.line_id
  LEFT JOIN picks ON picks.line_id = takes.line_id AND picks.render_key = lines.render_key`;

/** The takes shown for existing lines: the pick or, if there is none, the latest take. */
const SHOWN_TAKES = `SELECT shown.id AS take_id, shown.verdict AS verdict
  FROM ${LINES_WITH_PICKS} JOIN takes AS shown ON shown.id = ${SHOWN_TAKE}
  WHERE ${NOT_DELETED} AND lines.id IN (SELECT value FROM json_each(?))`;

/** The best usable take for a line and key: an approved one if possible, otherwise the latest. */
const SUBSTITUTE_TAKE = `SELECT id FROM takes
  WHERE line_id = ? AND render_key = ? AND verdict IS NOT 'rejected' AND audio_problem IS NULL
  ORDER BY verdict IS 'approved' DESC, id DESC LIMIT 1`;

/** Methods that change a take throw TakeError `no-such-take` if it doesn't exist. */
export class TakeDecisionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Picks a take. Replaces an existing pick only if it is unusable (rejected, or audio missing or damaged) or if
   * `replace` is set.
   */
  pickTake(
    lineId: number,
    renderKey: string,
    takeId: number,
    options: { readonly replace?: boolean; readonly kept?: boolean } = {},
  ): boolean {
    return (
      this.#db
        .prepare(
          `INSERT INTO picks (line_id, render_key, take_id, kept) VALUES (?, ?, ?, ?)
           ON CONFLICT (line_id, render_key) DO UPDATE SET take_id = excluded.take_id, kept = excluded.kept
           WHERE ? OR EXISTS (
             SELECT 1 FROM takes WHERE takes.id = picks.take_id
               AND (verdict IS 'rejected' OR audio_problem IS NOT NULL))`,
        )
        .run(lineId, renderKey, takeId, options.kept ? 1 : 0, options.replace ? 1 : 0).changes > 0
    );
  }

  /**
   * Sets a verdict; null clears it. If the pick is rejected, another usable take for the same key (an approved one or,
   * if there is none, the latest) replaces it. An approved take becomes the pick if there is no usable one.
   */
  setVerdict(takeId: number, verdict: Verdict | null): TakeDecisions {
    return this.#decide(takeId, (take) => {
      this.#db.prepare('UPDATE takes SET verdict = ? WHERE id = ?').run(verdict, takeId);
      if (verdict === 'rejected') this.#substitute(take);
      else if (take.audio_problem === null) this.pickTake(take.line_id, take.render_key, takeId);
    });
  }

  /** Sets the verdict of the takes shown for lines. @returns the previous states of changed takes */
  setVerdicts(lineIds: readonly number[], verdict: Verdict | null): TakeDecisions[] {
    return this.#db.durably(() => {
      const shown = this.#db
        .prepare<{ readonly take_id: number; readonly verdict: Verdict | null }>(SHOWN_TAKES)
        .all(JSON.stringify(lineIds));
      return shown.filter((take) => take.verdict !== verdict).map(({ take_id }) => this.setVerdict(take_id, verdict));
    });
  }

  /** Restores takes that still have the verdict. @param former from `setVerdicts` @returns the number restored */
  restoreVerdicts(verdict: Verdict | null, former: readonly TakeDecisions[]): number {
    return this.#db.durably(() => {
      const still = former.filter(({ takeId }) => {
        const take = this.#db
          .prepare<{ readonly verdict: Verdict | null }>('SELECT verdict FROM takes WHERE id = ?')
          .get(takeId);
        return take !== undefined && take.verdict === verdict;
      });
      for (const { takeId, lineId, verdict: before, pickTakeId } of still) {
        const { pickTakeId: pickNow } = this.setVerdict(takeId, before);
        if (pickNow !== pickTakeId) this.restorePick(lineId, pickTakeId);
      }
      return still.length;
    });
  }

  /** Sets the seconds skipped on playback and export. @throws TakeError `bad-trim` if less than 0.05 s would remain */
  setTrim(takeId: number, trim: Trim): TakeDecisions {
    return this.#decide(takeId, (take) => this.#writeTrim(take, trim));
  }

  /** Sets a gain from -24 to 24 dB. @throws TakeError `bad-gain` @returns the previous state */
  setGain(takeId: number, gainDb: number): TakeDecisions {
    return this.#decide(takeId, () => this.#writeGain(takeId, gainDb));
  }

  setTreatment(takeId: number, trim: Trim, gainDb: number): TakeDecisions {
    return this.#decide(takeId, (take) => {
      this.#writeTrim(take, trim);
      this.#writeGain(takeId, gainDb);
    });
  }

  state(takeId: number): TakeState | null {
    const take = this.#row(takeId);
    if (!take) return null;
    const { takeId: id, pickTakeId, ...decisions } = decisionsOf(take);
    const isPick = pickTakeId === id && take.verdict !== 'rejected' && take.audio_problem === null;
    return { id, ...decisions, isPick, isKept: isPick && take.kept === 1 };
  }

  /**
   * Clears a rejection.
   * @param options `keep`: accepts a take made from other text or settings; the line is then `kept`
   * @throws TakeError `other-key` without `keep`, `no-key`, `no-such-line`, `unplayable`
   */
  pick(takeId: number, options: { readonly keep?: boolean } = {}): TakeDecisions {
    return this.#decide(takeId, (take) => {
      const key = currentKey(take);
      const isOld = take.render_key !== key;
      if (isOld && options.keep !== true) throw new TakeError({ kind: 'other-key', takeId, lineId: take.line_id });
      if (take.audio_problem) throw new TakeError({ kind: 'unplayable', takeId, problem: take.audio_problem });
      if (take.verdict === 'rejected') this.#db.prepare('UPDATE takes SET verdict = NULL WHERE id = ?').run(takeId);
      this.pickTake(take.line_id, key, takeId, { replace: true, kept: isOld });
    });
  }

  /** Restores a pick, even of an unusable take; null removes the pick. @throws TakeError */
  restorePick(lineId: number, takeId: number | null): void {
    this.#db.durably(() => {
      const key = this.#keyOf(lineId);
      if (takeId === null) this.#db.prepare('DELETE FROM picks WHERE line_id = ? AND render_key = ?').run(lineId, key);
      else this.#restorePick(lineId, key, takeId);
    });
  }

  /** Returns the state before the call; passing it to `restore` redoes the decision. */
  restore(former: TakeDecisions): TakeDecisions {
    const { takeId, verdict, gainDb, trimStartSeconds, trimEndSeconds, pickTakeId } = former;
    return this.#decide(takeId, (take) => {
      if (take.line_id !== former.lineId) throw new TakeError({ kind: 'other-line', takeId, lineId: former.lineId });
      this.#writeTrim(take, { startSeconds: trimStartSeconds, endSeconds: trimEndSeconds });
      this.#writeGain(takeId, gainDb);
      this.#db.prepare('UPDATE takes SET verdict = ? WHERE id = ?').run(verdict, takeId);
      if (take.line_key === null || take.line_deleted_at !== null) return;
      if (pickTakeId !== null) this.#restorePick(take.line_id, take.line_key, pickTakeId);
      else {
        const { line_id, line_key } = take;
        this.#db.prepare('DELETE FROM picks WHERE line_id = ? AND render_key = ?').run(line_id, line_key);
      }
    });
  }

  #decide(takeId: number, work: (take: DecisionRow) => void): TakeDecisions {
    return this.#db.durably(() => {
      const take = this.#row(takeId);
      if (!take) throw new TakeError({ kind: 'no-such-take', takeId });
      work(take);
      return decisionsOf(take);
    });
  }

  #row(takeId: number): DecisionRow | undefined {
    return this.#db.prepare<DecisionRow>(`${DECISIONS} WHERE takes.id = ?`).get(takeId);
  }

  /** Replaces a rejected take under every key for which it is the pick. */
  #substitute({ id, line_id }: DecisionRow): void {
    const picks = this.#db
      .prepare<{ readonly render_key: string }>('SELECT render_key FROM picks WHERE line_id = ? AND take_id = ?')
      .all(line_id, id);
    for (const { render_key } of picks) {
      const other = this.#db.prepare<{ readonly id: number }>(SUBSTITUTE_TAKE).get(line_id, render_key);
      if (other) this.pickTake(line_id, render_key, other.id, { replace: true });
    }
  }

  #restorePick(lineId: number, key: string, takeId: number): void {
    const take = this.#db
      .prepare<{ readonly line_id: number; readonly render_key: string }>(
        'SELECT line_id, render_key FROM takes WHERE id = ?',
      )
      .get(takeId);
    if (!take) throw new TakeError({ kind: 'no-such-take', takeId });
    if (take.line_id !== lineId) throw new TakeError({ kind: 'other-line', takeId, lineId });
    this.pickTake(lineId, key, takeId, { replace: true, kept: take.render_key !== key });
  }

  #writeTrim({ id, duration }: DecisionRow, { startSeconds, endSeconds }: Trim): void {
    const left = duration - startSeconds - endSeconds;
    // Allow a microsecond for rounding. Otherwise, the trim of very short takes couldn't be reset.
    const isLong = left >= MIN_TRIMMED_SECONDS - 1e-6 || (startSeconds === 0 && endSeconds === 0);
    if (!(startSeconds >= 0 && endSeconds >= 0 && isLong)) {
      throw new TakeError({ kind: 'bad-trim', takeId: id, durationSeconds: duration });
    }
    this.#db.prepare('UPDATE takes SET trim_start = ?, trim_end = ? WHERE id = ?').run(startSeconds, endSeconds, id);
  }

  #writeGain(takeId: number, gainDb: number): void {
    if (!(gainDb >= GAIN_DB.min && gainDb <= GAIN_DB.max)) throw new TakeError({ kind: 'bad-gain', gainDb });
    this.#db.prepare('UPDATE takes SET gain_db = ? WHERE id = ?').run(gainDb, takeId);
  }

  #keyOf(lineId: number): string {
    const line = this.#db
      .prepare<{ readonly line_key: string | null; readonly line_deleted_at: number | null }>(
        'SELECT render_key AS line_key, deleted_at AS line_deleted_at FROM lines WHERE id = ?',
      )
      .get(lineId);
    if (!line) throw new TakeError({ kind: 'no-such-line', lineId });
    return currentKey({ ...line, line_id: lineId });
  }
}

const decisionsOf = (take: DecisionRow): TakeDecisions => ({
  takeId: take.id,
  lineId: take.line_id,
  verdict: take.verdict,
  trimStartSeconds: take.trim_start,
  trimEndSeconds: take.trim_end,
  gainDb: take.gain_db,
  pickTakeId: take.pick_id,
});

function currentKey(line: Pick<DecisionRow, 'line_id' | 'line_key' | 'line_deleted_at'>): string {
  if (line.line_deleted_at !== null) throw new TakeError({ kind: 'no-such-line', lineId: line.line_id });
  if (line.line_key === null) throw new TakeError({ kind: 'no-key', lineId: line.line_id });
  return line.line_key;
}
