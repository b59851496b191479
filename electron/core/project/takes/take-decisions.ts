// What the producer decides about takes. Each decision is on the disk when it returns, changes all that belongs to it or
// nothing, and gives back how things stood, so that it can be undone.
import {
  type AudioProblem,
  GAIN_DB,
  LONGEST_NOTE,
  SHORTEST_TRIMMED_SECONDS,
  type TakeDecisions,
  type Verdict,
} from '../../../../shared/model/take.ts';
import { countCharacters } from '../../../../shared/rules/characters.ts';
import type { Database } from '../folder/database.ts';
import { LINES_WITH_PICKS, LIVING, SHOWN_TAKE } from '../lines/line-states.ts';

/** Why a take can't be decided about as it was asked. */
export type TakeProblem =
  | { readonly kind: 'no-such-take'; readonly takeId: number }
  /** There is none, or it was deleted. */
  | { readonly kind: 'no-such-line'; readonly lineId: number }
  /** The take is another line's. */
  | { readonly kind: 'other-line'; readonly takeId: number; readonly lineId: number }
  /** It was made of other words or settings than today's: it can be kept, not just picked. */
  | { readonly kind: 'other-key'; readonly takeId: number; readonly lineId: number }
  /** The line can't be rendered as it is, so there is nothing that a take could stand for. */
  | { readonly kind: 'no-key'; readonly lineId: number }
  | { readonly kind: 'unplayable'; readonly takeId: number; readonly problem: AudioProblem }
  | { readonly kind: 'bad-trim'; readonly takeId: number; readonly durationSeconds: number }
  | { readonly kind: 'bad-gain'; readonly gainDb: number }
  | { readonly kind: 'long-note'; readonly characters: number };

/** A decision about a take was not taken; nothing was changed. Its words belong to the code that shows it. */
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
  readonly note: string;
  readonly trim_start: number;
  readonly trim_end: number;
  readonly gain_db: number;
  readonly audio_problem: AudioProblem | null;
  /** Of the line as it is today; null where it can't be rendered. */
  readonly line_key: string | null;
  readonly line_deleted_at: number | null;
  /** The pick for that key, usable or not. */
  readonly pick_id: number | null;
}

/** What is decided about a take, and whether its line exports it. */
export interface TakeState extends TakeDecisions {
  readonly isPick: boolean;
}

/** A trim, in seconds left out. */
export interface Trim {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

const DECISIONS = `SELECT takes.id AS id, takes.line_id AS line_id, takes.render_key AS render_key, duration, verdict, note,
    trim_start, trim_end, gain_db, audio_problem, lines.render_key AS line_key, lines.deleted_at AS line_deleted_at,
    picks.take_id AS pick_id
  FROM takes JOIN lines ON lines.id = takes.line_id
  LEFT JOIN picks ON picks.line_id = takes.line_id AND picks.render_key = lines.render_key`;

/** The takes that living lines show: their picks, else their latest. */
const SHOWN_TAKES = `SELECT shown.id AS take_id, shown.verdict AS verdict
  FROM ${LINES_WITH_PICKS} JOIN takes AS shown ON shown.id = ${SHOWN_TAKE}
  WHERE ${LIVING} AND lines.id IN (SELECT value FROM json_each(?))`;

/** The usable takes of a line for a key, the one to fall back on first: an approved one, else the latest. */
const SUBSTITUTE = `SELECT id FROM takes
  WHERE line_id = ? AND render_key = ? AND verdict IS NOT 'rejected' AND audio_problem IS NULL
  ORDER BY verdict IS 'approved' DESC, id DESC LIMIT 1`;

/** Verdicts, notes, trims, gains and picks. Every one is refused with a TakeError where there is no such take. */
export class TakeDecisionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Makes a take the one that its line exports under a render key. A pick that stands is replaced only where it can't
   * be used (rejected, or its audio missing or damaged), or where the caller says so.
   *
   * @param options `replace`: replaces any pick; `kept`: the producer accepts a take of another key
   * @returns whether it is the pick now
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
   * Approves or rejects a take, or takes the verdict back (null). Where a pick is rejected, another usable take of the
   * same key steps in (an approved one, else the latest); without one the line is not fresh any more. A take that is
   * approved, or no longer rejected, steps in where its key has no usable pick.
   *
   * @returns how things stood
   */
  setVerdict(takeId: number, verdict: Verdict | null): TakeDecisions {
    return this.#decide(takeId, (take) => {
      this.#db.prepare('UPDATE takes SET verdict = ? WHERE id = ?').run(verdict, takeId);
      if (verdict === 'rejected') this.#substitute(take);
      else if (take.audio_problem === null) this.pickTake(take.line_id, take.render_key, takeId);
    });
  }

  /**
   * The same for the takes that lines show: what each exports, else its latest. Lines without a take, and takes that have
   * the verdict already, stay as they are.
   *
   * @returns how things stood of those that were changed
   */
  setVerdicts(lineIds: readonly number[], verdict: Verdict | null): TakeDecisions[] {
    return this.#db.durably(() => {
      const shown = this.#db
        .prepare<{ readonly take_id: number; readonly verdict: Verdict | null }>(SHOWN_TAKES)
        .all(JSON.stringify(lineIds));
      return shown.filter((take) => take.verdict !== verdict).map(({ take_id }) => this.setVerdict(take_id, verdict));
    });
  }

  /**
   * Takes a verdict back from takes that still have it, with the picks that they had.
   *
   * @param former as `setVerdicts` answered
   * @returns how many it was taken back from: others were judged since
   */
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

  /** Writes a note to a take; an empty one takes it away. @throws TakeError `long-note` @returns how things stood */
  setNote(takeId: number, note: string): TakeDecisions {
    const characters = countCharacters(note);
    if (characters > LONGEST_NOTE) throw new TakeError({ kind: 'long-note', characters });
    return this.#decide(takeId, () => {
      this.#db.prepare('UPDATE takes SET note = ? WHERE id = ?').run(note, takeId);
    });
  }

  /**
   * Leaves out seconds at the start and at the end of a take, when it is played or exported; its file stays as it is.
   *
   * @throws TakeError `bad-trim` where less than 0.05 s would be left, or a figure is below 0
   * @returns how things stood
   */
  setTrim(takeId: number, trim: Trim): TakeDecisions {
    return this.#decide(takeId, (take) => this.#writeTrim(take, trim));
  }

  /** Makes a take louder or quieter, by -24 to 24 dB. @throws TakeError `bad-gain` @returns how things stood */
  setGain(takeId: number, gainDb: number): TakeDecisions {
    return this.#decide(takeId, () => this.#writeGain(takeId, gainDb));
  }

  /** Sets trim and gain at once. @throws TakeError `bad-trim`, `bad-gain` @returns how things stood */
  setTreatment(takeId: number, trim: Trim, gainDb: number): TakeDecisions {
    return this.#decide(takeId, (take) => {
      this.#writeTrim(take, trim);
      this.#writeGain(takeId, gainDb);
    });
  }

  /** How things stand with a take; null: there is no such take. */
  decisions(takeId: number): TakeState | null {
    const take = this.#row(takeId);
    if (!take) return null;
    const isPick = take.pick_id === takeId && take.verdict !== 'rejected' && take.audio_problem === null;
    return { ...decisionsOf(take), isPick };
  }

  /**
   * Makes a take the one that its line exports today. A rejection of it is taken back.
   *
   * @param options `keep`: also where it was made of other words or settings; the line is then `kept`
   * @throws TakeError `other-key` unless it is kept, `no-key`, `no-such-line`, `unplayable`
   * @returns how things stood
   */
  pick(takeId: number, options: { readonly keep?: boolean } = {}): TakeDecisions {
    return this.#decide(takeId, (take) => {
      const key = keyOfToday(take);
      const isOld = take.render_key !== key;
      if (isOld && options.keep !== true) throw new TakeError({ kind: 'other-key', takeId, lineId: take.line_id });
      if (take.audio_problem) throw new TakeError({ kind: 'unplayable', takeId, problem: take.audio_problem });
      if (take.verdict === 'rejected') this.#db.prepare('UPDATE takes SET verdict = NULL WHERE id = ?').run(takeId);
      this.pickTake(take.line_id, key, takeId, { replace: true, kept: isOld });
    });
  }

  /**
   * Makes a take of the line its pick for today's key again, usable or not; null leaves the key without a pick.
   *
   * @throws TakeError `no-such-line`, `no-key`, `no-such-take`, `other-line`
   */
  restorePick(lineId: number, takeId: number | null): void {
    this.#db.durably(() => {
      const key = this.#keyOf(lineId);
      if (takeId === null) this.#db.prepare('DELETE FROM picks WHERE line_id = ? AND render_key = ?').run(lineId, key);
      else this.#restorePick(lineId, key, takeId);
    });
  }

  /**
   * Puts a take's verdict, note, trim, gain and its line's pick back to how they stood. The pick is left alone where
   * the line can't be rendered or is gone.
   *
   * @throws TakeError `other-line` and what the single decisions throw
   * @returns how things stood before that: what restores it does it again
   */
  restore(former: TakeDecisions): TakeDecisions {
    const { takeId, verdict, note, gainDb, trimStartSeconds, trimEndSeconds, pickTakeId } = former;
    return this.#decide(takeId, (take) => {
      if (take.line_id !== former.lineId) throw new TakeError({ kind: 'other-line', takeId, lineId: former.lineId });
      this.#writeTrim(take, { startSeconds: trimStartSeconds, endSeconds: trimEndSeconds });
      this.#writeGain(takeId, gainDb);
      this.#db.prepare('UPDATE takes SET verdict = ?, note = ? WHERE id = ?').run(verdict, note, takeId);
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

  /** Puts another take in the place of one that was rejected, under every key whose pick it is. */
  #substitute({ id, line_id }: DecisionRow): void {
    const picks = this.#db
      .prepare<{ readonly render_key: string }>('SELECT render_key FROM picks WHERE line_id = ? AND take_id = ?')
      .all(line_id, id);
    for (const { render_key } of picks) {
      const other = this.#db.prepare<{ readonly id: number }>(SUBSTITUTE).get(line_id, render_key);
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
    // A microsecond less is rounding; a take that is shorter than that itself can still be left as it is.
    const isLong = left >= SHORTEST_TRIMMED_SECONDS - 1e-6 || (startSeconds === 0 && endSeconds === 0);
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
    return keyOfToday({ ...line, line_id: lineId });
  }
}

const decisionsOf = (take: DecisionRow): TakeDecisions => ({
  takeId: take.id,
  lineId: take.line_id,
  verdict: take.verdict,
  note: take.note,
  trimStartSeconds: take.trim_start,
  trimEndSeconds: take.trim_end,
  gainDb: take.gain_db,
  pickTakeId: take.pick_id,
});

/** The key of a living line that can be rendered. @throws TakeError `no-such-line` or `no-key` */
function keyOfToday(line: Pick<DecisionRow, 'line_id' | 'line_key' | 'line_deleted_at'>): string {
  if (line.line_deleted_at !== null) throw new TakeError({ kind: 'no-such-line', lineId: line.line_id });
  if (line.line_key === null) throw new TakeError({ kind: 'no-key', lineId: line.line_id });
  return line.line_key;
}
