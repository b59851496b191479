// What state every line is in, read in script order.
import type { LineOverride } from '../../../shared/model/cast.ts';
import type { Turn } from '../../../shared/model/script.ts';
import type { LineRequestProblem } from '../../../shared/rules/line-request.ts';
import type { OutputFormat } from '../../../shared/service/vocabulary.ts';
import { chapterTitles } from './chapters.ts';
import type { Database } from './database.ts';
import type { JobState } from './schema.ts';
import { readOverride, readProblem, readTurns } from './stored-line.ts';

/**
 * `fresh`: it has a usable pick for today's key; `kept`: so has it, of an old take that the producer accepted; `blocked`:
 * it can't be rendered as it is; `stale`: it has takes of other keys; `unrendered`: it has none.
 */
export type LineStateKind = 'fresh' | 'kept' | 'stale' | 'unrendered' | 'blocked';

/** A take that a line may export. */
export interface LineAudio {
  readonly takeId: number;
  readonly audioHash: string;
  readonly format: OutputFormat;
  readonly durationSeconds: number;
  readonly sizeBytes: number;
  /** Seconds left out at the start and at the end, and the gain: they change no file. */
  readonly trimStartSeconds: number;
  readonly trimEndSeconds: number;
  readonly gainDb: number;
}

export interface LineState {
  readonly id: number;
  /** 1-based, in the script and in its chapter. */
  readonly number: number;
  readonly numberInChapter: number;
  /** 1-based; 0 for lines before the first heading. */
  readonly chapterNumber: number;
  readonly chapterTitle: string;
  readonly chapterId: number | null;
  readonly turns: readonly Turn[];
  readonly roles: readonly string[];
  /** The words of the turns as written, a row for each turn. */
  readonly text: string;
  /** As sent. */
  readonly characters: number;
  readonly pauseBeforeSeconds: number;
  readonly pauseAfterSeconds: number;
  readonly renderKey: string | null;
  readonly problem: LineRequestProblem | null;
  readonly override: LineOverride | null;
  readonly state: LineStateKind;
  /** The take that it exports; null where it is neither fresh nor kept. */
  readonly pick: LineAudio | null;
  /** Of a line that has no pick: its latest usable take of another key. */
  readonly staleTake: LineAudio | null;
  /** What is wrong with the audio of the pick, which makes the line not fresh. */
  readonly audioProblem: 'missing' | 'damaged' | null;
  /** It has an approved take of another key. */
  readonly approvedTake: boolean;
  /** The latest job for today's key, with the reason as the journal has it. */
  readonly job: { readonly state: JobState; readonly reason: unknown } | null;
}

/** Which lines are asked for; all of it must hold. */
export interface LineFilter {
  /** Of this chapter, or, for null, before the first one. */
  readonly chapterId?: number | null;
  readonly ids?: readonly number[];
  readonly states?: readonly LineStateKind[];
  readonly role?: string;
}

interface AudioColumns {
  readonly take_id: number | null;
  readonly audio_hash: string;
  readonly format: OutputFormat;
  readonly duration: number;
  readonly size: number;
  readonly trim_start: number;
  readonly trim_end: number;
  readonly gain_db: number;
}

interface StateRow extends AudioColumns {
  readonly id: number;
  readonly chapter_id: number | null;
  readonly turns: string;
  readonly roles: string;
  readonly characters: number;
  readonly pause_before: number | null;
  readonly pause_after: number | null;
  readonly render_key: string | null;
  readonly problem: string | null;
  readonly override: string | null;
  readonly state: LineStateKind;
  readonly audio_problem: 'missing' | 'damaged' | null;
  readonly approved: 0 | 1;
  readonly job_state: JobState | null;
  readonly job_reason: string | null;
}

/** Living lines with their usable pick: `lines`, `paragraphs`, `picks`, `takes`. */
export const LINES_WITH_PICKS = `paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
  LEFT JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key
  LEFT JOIN takes ON takes.id = picks.take_id AND takes.verdict IS NOT 'rejected' AND takes.audio_problem IS NULL`;

/** Neither they nor their paragraphs were deleted. */
export const LIVING = 'paragraphs.deleted_at IS NULL AND lines.deleted_at IS NULL';

const OTHER_TAKES =
  'SELECT 1 FROM takes AS other WHERE other.line_id = lines.id AND other.render_key IS NOT lines.render_key';

/** A line's state, over LINES_WITH_PICKS. */
export const STATE = `CASE
  WHEN takes.id IS NOT NULL THEN CASE picks.kept WHEN 1 THEN 'kept' ELSE 'fresh' END
  WHEN lines.problem IS NOT NULL OR lines.render_key IS NULL THEN 'blocked'
  WHEN EXISTS (${OTHER_TAKES}) THEN 'stale' ELSE 'unrendered' END`;

const AUDIO_COLUMNS = `takes.id AS take_id, takes.audio_hash AS audio_hash, takes.format AS format,
  takes.duration AS duration, takes.size AS size, takes.trim_start AS trim_start, takes.trim_end AS trim_end,
  takes.gain_db AS gain_db`;

const STATES = `SELECT lines.id AS id, chapter_id, turns, roles, lines.characters AS characters, pause_before, pause_after,
    lines.render_key AS render_key, lines.problem AS problem, override, ${STATE} AS state, ${AUDIO_COLUMNS},
    (SELECT picked.audio_problem FROM takes AS picked WHERE picked.id = picks.take_id) AS audio_problem,
    EXISTS (${OTHER_TAKES} AND other.verdict = 'approved') AS approved,
    jobs.state AS job_state, jobs.reason AS job_reason
  FROM ${LINES_WITH_PICKS}
  LEFT JOIN jobs ON jobs.id = (
    SELECT max(id) FROM jobs WHERE jobs.line_id = lines.id AND jobs.render_key = lines.render_key)`;

const LATEST_OTHER = `SELECT ${AUDIO_COLUMNS} FROM takes
  WHERE line_id = ? AND verdict IS NOT 'rejected' AND audio_problem IS NULL ORDER BY id DESC LIMIT 1`;

/** The states of lines, in script order. */
export function lineStates(db: Database, filter: LineFilter = {}): LineState[] {
  const titles = [...chapterTitles(db)];
  const chapters = new Map(titles.map(([id, { title }], at) => [id, { title, number: at + 1 }]));
  const ids = filter.ids ? new Set(filter.ids) : null;
  let number = filter.chapterId === undefined ? 0 : linesBefore(db, filter.chapterId);
  let numberInChapter = 0;
  let chapterId: number | null | undefined;
  const states: LineState[] = [];
  for (const row of readRows(db, filter.chapterId)) {
    if (row.chapter_id !== chapterId) numberInChapter = 0;
    chapterId = row.chapter_id;
    number += 1;
    numberInChapter += 1;
    if (ids && !ids.has(row.id)) continue;
    if (filter.states && !filter.states.includes(row.state)) continue;
    if (filter.role !== undefined && !row.roles.includes(JSON.stringify(filter.role))) continue;
    const chapter = chapterId === null ? undefined : chapters.get(chapterId);
    const place = { number, numberInChapter, chapterNumber: chapter?.number ?? 0, chapterTitle: chapter?.title ?? '' };
    states.push({ ...place, ...stateOf(db, row) });
  }
  return states;
}

/** The state of one living line; undefined where there is none. Its place in the script is not looked up. */
export function lineState(db: Database, lineId: number): Omit<LineState, keyof Place> | undefined {
  const row = db.prepare<StateRow>(`${STATES} WHERE lines.id = ? AND ${LIVING}`).get(lineId);
  return row && stateOf(db, row);
}

type Place = Pick<LineState, 'number' | 'numberInChapter' | 'chapterNumber' | 'chapterTitle'>;

function readRows(db: Database, chapterId: number | null | undefined): StateRow[] {
  const inOrder = 'ORDER BY paragraphs.ord, lines.part';
  return chapterId === undefined
    ? db.prepare<StateRow>(`${STATES} WHERE ${LIVING} ${inOrder}`).all()
    : db.prepare<StateRow>(`${STATES} WHERE paragraphs.chapter_id IS ? AND ${LIVING} ${inOrder}`).all(chapterId);
}

function linesBefore(db: Database, chapterId: number | null): number {
  const row = db
    .prepare<{ readonly n: number }>(
      `SELECT count(*) AS n FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
       WHERE ord < (SELECT min(ord) FROM paragraphs WHERE chapter_id IS ? AND deleted_at IS NULL) AND ${LIVING}`,
    )
    .get(chapterId);
  return row?.n ?? 0;
}

function stateOf(db: Database, row: StateRow): Omit<LineState, keyof Place> {
  const turns = readTurns(db, row.turns);
  const pick = audioOf(row);
  const other = row.state === 'stale' || row.state === 'blocked';
  return {
    id: row.id,
    chapterId: row.chapter_id,
    turns,
    roles: db.readDocument(row.roles, (value) => value as readonly string[], 'the roles of a line'),
    text: turns.map(({ text }) => text).join('\n'),
    characters: row.characters,
    pauseBeforeSeconds: row.pause_before ?? 0,
    pauseAfterSeconds: row.pause_after ?? 0,
    renderKey: row.render_key,
    problem: readProblem(db, row.problem),
    override: readOverride(db, row.override),
    state: row.state,
    pick,
    staleTake: other ? audioOf(db.prepare<AudioColumns>(LATEST_OTHER).get(row.id)) : null,
    audioProblem: row.audio_problem,
    approvedTake: row.approved === 1,
    job: row.job_state === null ? null : { state: row.job_state, reason: readReason(row.job_reason) },
  };
}

function audioOf(row: AudioColumns | undefined): LineAudio | null {
  if (!row || row.take_id === null) return null;
  return {
    takeId: row.take_id,
    audioHash: row.audio_hash,
    format: row.format,
    durationSeconds: row.duration,
    sizeBytes: row.size,
    trimStartSeconds: row.trim_start,
    trimEndSeconds: row.trim_end,
    gainDb: row.gain_db,
  };
}

function readReason(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
