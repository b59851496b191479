import type { OutputFormat } from '@lectern/tts-protocol';
import type { StoredOverride } from '../../../../shared/model/cast.ts';
import type { JobState } from '../../../../shared/model/line-status.ts';
import type { ParagraphKind, Turn } from '../../../../shared/model/script.ts';
import type { LineRequestProblem } from '../../rules/line-request.ts';
import type { Database } from '../folder/database.ts';
import { parseReason } from '../journal/journal-reports.ts';
import { chapterTitles } from './chapters.ts';
import { readOverride, readProblem, readRoles, readTurns } from './stored-line.ts';

/**
 * `kept` if the pick is an older take that the producer accepted, `stale` if there are only takes for other keys,
 * `missing-audio` if the pick's file is missing or damaged.
 */
export type LineStateKind = 'fresh' | 'kept' | 'missing-audio' | 'stale' | 'unrendered' | 'blocked';

export interface LineAudio {
  readonly takeId: number;
  readonly audioHash: string;
  readonly format: OutputFormat;
  readonly durationSeconds: number;
  readonly sizeBytes: number;
  /** Trim in seconds at each end, and gain in dB. Neither changes the file. */
  readonly trimStartSeconds: number;
  readonly trimEndSeconds: number;
  readonly gainDb: number;
  readonly approved: boolean;
}

export interface LineState {
  readonly id: number;
  /** 1-based in the script and in the chapter. */
  readonly number: number;
  readonly numberInChapter: number;
  readonly chapterNumber: number;
  readonly chapterTitle: string;
  readonly chapterId: number | null;
  /** Of the line's paragraph. */
  readonly kind: ParagraphKind;
  readonly turns: readonly Turn[];
  readonly roles: readonly string[];
  /** The turns as written in the script, one per line of text. */
  readonly text: string;
  /** As sent to the service. */
  readonly characters: number;
  readonly pauseBeforeSeconds: number;
  readonly pauseAfterSeconds: number;
  readonly renderKey: string | null;
  readonly problem: LineRequestProblem | null;
  readonly override: StoredOverride | null;
  readonly state: LineStateKind;
  /** The take that the line exports; null if the line is neither fresh nor kept. */
  readonly pick: LineAudio | null;
  /** The latest usable take made for another key, if the line has no pick. */
  readonly staleTake: LineAudio | null;
  readonly audioProblem: 'missing' | 'damaged' | null;
  readonly approvedTake: boolean;
  readonly job: { readonly state: JobState; readonly reason: unknown } | null;
}

export interface LineFilter {
  /** The chapter's heading; null selects the lines before the first chapter. */
  readonly chapterId?: number | null;
  readonly ids?: readonly number[];
  readonly states?: readonly LineStateKind[];
  readonly role?: string;
}

type AudioColumns = readonly [
  takeId: number | null,
  audioHash: string,
  format: OutputFormat,
  duration: number,
  size: number,
  trimStart: number,
  trimEnd: number,
  gainDb: number,
  verdict: string | null,
];

// Arrays instead of objects, because there can be hundreds of thousands of lines.
type StateRow = readonly [
  id: number,
  chapterId: number | null,
  turns: string,
  roles: string,
  characters: number,
  pauseBefore: number | null,
  pauseAfter: number | null,
  renderKey: string | null,
  problem: string | null,
  override: string | null,
  state: LineStateKind,
  audioProblem: 'missing' | 'damaged' | null,
  approved: 0 | 1,
  jobState: JobState | null,
  jobReason: string | null,
  kind: ParagraphKind,
  ...audio: AudioColumns,
];
const FIRST_AUDIO_COLUMN = 16;

export const WITH_PICKS = `LEFT JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key
  LEFT JOIN takes ON takes.id = picks.take_id AND takes.verdict IS NOT 'rejected' AND takes.audio_problem IS NULL`;

export const LINES_WITH_PICKS = `paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id ${WITH_PICKS}`;

/**
 * The take to show and play for a line: its usable pick if there is one, otherwise its latest take. Used with
 * LINES_WITH_PICKS.
 */
export const SHOWN_TAKE =
  'coalesce(takes.id, (SELECT max(latest.id) FROM takes AS latest WHERE latest.line_id = lines.id))';

export const NOT_DELETED = 'paragraphs.deleted_at IS NULL AND lines.deleted_at IS NULL';

const OTHER_TAKES =
  'SELECT 1 FROM takes AS other WHERE other.line_id = lines.id AND other.render_key IS NOT lines.render_key';

export const LINE_STATE = `CASE
  WHEN takes.id IS NOT NULL THEN CASE picks.kept WHEN 1 THEN 'kept' ELSE 'fresh' END
  WHEN lines.problem IS NOT NULL OR lines.render_key IS NULL THEN 'blocked'
  WHEN EXISTS (SELECT 1 FROM takes AS picked WHERE picked.id = picks.take_id AND picked.verdict IS NOT 'rejected')
    THEN 'missing-audio'
  WHEN EXISTS (${OTHER_TAKES}) THEN 'stale' ELSE 'unrendered' END`;

const AUDIO_COLUMNS = `takes.id, takes.audio_hash, takes.format, takes.duration, takes.size, takes.trim_start,
  takes.trim_end, takes.gain_db, takes.verdict`;

/** True if a line has an approved take for another key. Used with LINES_WITH_PICKS. */
export const HAS_APPROVED_OTHER_TAKE = `EXISTS (${OTHER_TAKES} AND other.verdict = 'approved')`;

export const LATEST_JOB = `SELECT max(id) FROM jobs WHERE jobs.line_id = lines.id AND jobs.render_key = lines.render_key`;

const STATES = `SELECT lines.id, chapter_id, turns, roles, lines.characters, pause_before, pause_after, lines.render_key,
    lines.problem, override, ${LINE_STATE},
    CASE WHEN takes.id IS NULL THEN (SELECT picked.audio_problem FROM takes AS picked WHERE picked.id = picks.take_id) END,
    ${HAS_APPROVED_OTHER_TAKE}, jobs.state, jobs.reason, paragraphs.kind, ${AUDIO_COLUMNS}
  FROM ${LINES_WITH_PICKS} LEFT JOIN jobs ON jobs.id = (${LATEST_JOB})`;

const LATEST_USABLE_TAKE = `SELECT ${AUDIO_COLUMNS} FROM takes
  WHERE line_id = ? AND verdict IS NOT 'rejected' AND audio_problem IS NULL ORDER BY id DESC LIMIT 1`;

export function lineStates(db: Database, filter: LineFilter = {}): LineState[] {
  const titles = [...chapterTitles(db)];
  const chapters = new Map(titles.map(([id, { title }], at) => [id, { title, number: at + 1 }]));
  const ids = filter.ids ? new Set(filter.ids) : null;
  let number = filter.chapterId === undefined ? 0 : linesBefore(db, filter.chapterId);
  let numberInChapter = 0;
  let chapterId: number | null | undefined;
  const rolesByText = new Map<string, readonly string[]>();
  const states: LineState[] = [];
  for (const row of readRows(db, filter.chapterId)) {
    const [id, ownChapter, , roles, , , , , , , state] = row;
    if (ownChapter !== chapterId) numberInChapter = 0;
    chapterId = ownChapter;
    number += 1;
    numberInChapter += 1;
    if (ids && !ids.has(id)) continue;
    if (filter.states && !filter.states.includes(state)) continue;
    if (filter.role !== undefined && !roles.includes(JSON.stringify(filter.role))) continue;
    const chapter = chapterId === null ? undefined : chapters.get(chapterId);
    const place = { number, numberInChapter, chapterNumber: chapter?.number ?? 0, chapterTitle: chapter?.title ?? '' };
    states.push(stateOf(db, row, place, rolesByText));
  }
  return states;
}

export function lineState(db: Database, lineId: number): Omit<LineState, keyof LineNumbering> | undefined {
  const row = db.prepareArrays<StateRow>(`${STATES} WHERE lines.id = ? AND ${NOT_DELETED}`).get(lineId);
  return row && stateOf(db, row, NO_NUMBERS, new Map());
}

type LineNumbering = Pick<LineState, 'number' | 'numberInChapter' | 'chapterNumber' | 'chapterTitle'>;

const NO_NUMBERS: LineNumbering = { number: 0, numberInChapter: 0, chapterNumber: 0, chapterTitle: '' };

function readRows(db: Database, chapterId: number | null | undefined): StateRow[] {
  const inOrder = 'ORDER BY paragraphs.ord, lines.part';
  return chapterId === undefined
    ? db.prepareArrays<StateRow>(`${STATES} WHERE ${NOT_DELETED} ${inOrder}`).all()
    : db
        .prepareArrays<StateRow>(`${STATES} WHERE paragraphs.chapter_id IS ? AND ${NOT_DELETED} ${inOrder}`)
        .all(chapterId);
}

function linesBefore(db: Database, chapterId: number | null): number {
  const row = db
    .prepare<{ readonly n: number }>(
      `SELECT count(*) AS n FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
       WHERE ord < (SELECT min(ord) FROM paragraphs WHERE chapter_id IS ? AND deleted_at IS NULL) AND ${NOT_DELETED}`,
    )
    .get(chapterId);
  return row?.n ?? 0;
}

/** @param rolesByText cache of parsed roles by JSON text, since many lines share the same roles */
function stateOf(
  db: Database,
  row: StateRow,
  place: LineNumbering,
  rolesByText: Map<string, readonly string[]>,
): LineState {
  const [id, chapterId, turnsText, roles, characters, pauseBefore, pauseAfter, renderKey, problem, override] = row;
  const [, , , , , , , , , , state, audioProblem, approved, jobState, jobReason, kind] = row;
  const turns = readTurns(db, turnsText);
  const [only] = turns;
  const speakers = rolesByText.get(roles) ?? readRoles(db, roles);
  rolesByText.set(roles, speakers);
  return {
    number: place.number,
    numberInChapter: place.numberInChapter,
    chapterNumber: place.chapterNumber,
    chapterTitle: place.chapterTitle,
    id,
    chapterId,
    kind,
    turns,
    roles: speakers,
    text: only && turns.length === 1 ? only.text : turns.map(({ text }) => text).join('\n'),
    characters,
    pauseBeforeSeconds: pauseBefore ?? 0,
    pauseAfterSeconds: pauseAfter ?? 0,
    renderKey,
    problem: readProblem(db, problem),
    override: readOverride(db, override),
    state,
    pick: audioOf(row, FIRST_AUDIO_COLUMN),
    staleTake:
      state === 'stale' || state === 'blocked' || state === 'missing-audio'
        ? audioOf(db.prepareArrays<AudioColumns>(LATEST_USABLE_TAKE).get(id) ?? [], 0)
        : null,
    audioProblem,
    approvedTake: approved === 1,
    job: jobState === null ? null : { state: jobState, reason: parseReason(jobReason) },
  };
}

function audioOf(row: readonly unknown[], firstColumn: number): LineAudio | null {
  // The query selects these columns in this order.
  const columns = (firstColumn === 0 ? row : row.slice(firstColumn)) as unknown as AudioColumns;
  const [takeId, audioHash, format, durationSeconds, sizeBytes, trimStartSeconds, trimEndSeconds, gainDb] = columns;
  if (typeof takeId !== 'number') return null;
  const approved = columns[8] === 'approved';
  return { takeId, audioHash, format, durationSeconds, sizeBytes, trimStartSeconds, trimEndSeconds, gainDb, approved };
}
