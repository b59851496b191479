import type { Language } from '@lectern/tts-protocol';
import { type JobState, type LineStatus, lineStatusOf } from '../../../../shared/model/line-status.ts';
import type { PlaybackEntry } from '../../../../shared/model/listening.ts';
import type { LineNote } from '../../../../shared/model/note.ts';
import type { Suspicion, SuspicionKind, TakeSummary, Verdict } from '../../../../shared/model/take.ts';
import { nameOrder } from '../../../../shared/rules/cast/name-order.ts';
import type { LineNumbered } from '../../../../shared/rules/line-number.ts';
import { searchPattern } from '../../../../shared/rules/search-pattern.ts';
import { speakerOf } from '../../../../shared/rules/turn-prefix.ts';
import { suspicionScore } from '../../rules/suspicion.ts';
import type { Database } from '../folder/database.ts';
import { chapterTitles } from '../lines/chapters.ts';
import { PROBLEM_KIND } from '../lines/line-briefs.ts';
import { LineNumbers } from '../lines/line-positions.ts';
import {
  LATEST_JOB,
  LINE_STATE,
  LINES_WITH_PICKS,
  type LineStateKind,
  NOT_DELETED,
  SHOWN_TAKE,
} from '../lines/line-states.ts';
import { readRoles, readTurns } from '../lines/stored-line.ts';
import { notesOf } from './note-store.ts';
import { type ReviewSounds, soundsOf } from './review-sounds.ts';
import { peaksOf, type TakePeaks } from './take-analyses.ts';
import { summariesOf, summariesOfLine } from './take-summaries.ts';
import { type TimelineExtent, timelineEntries } from './timeline-entries.ts';

export interface ReviewQuery {
  readonly chapterId?: number | null;
  readonly roles?: readonly string[];
  readonly statuses?: readonly LineStatus[];
  readonly lineIds?: readonly number[];
  readonly verdict?: Verdict | 'none';
  /** `any` matches every suspicious take. */
  readonly flags?: readonly SuspicionKind[] | 'any';
  readonly text?: string;
  readonly withNote?: 'any' | 'open';
  /**
   * `suspicion`: most suspicious first; `duration`: longest first; `role`: by the first speaker; `verdict`: rejected,
   * undecided, approved, no take. Ties stay in script order.
   */
  readonly sort: 'script' | 'suspicion' | 'duration' | 'role' | 'text' | 'verdict';
  readonly reversed?: boolean;
  /** Language for sorting names and text. */
  readonly language?: Language | null;
}

export interface ReviewList {
  readonly lineIds: readonly number[];
  readonly takes: number;
  readonly suspicious: number;
  readonly approved: number;
  readonly rejected: number;
  readonly withoutTake: number;
}

export interface ReviewLine extends LineNumbered {
  readonly lineId: number;
  readonly number: number;
  readonly chapterId: number | null;
  readonly chapterTitle: string;
  readonly roles: readonly string[];
  /** The start of the text, with at most 160 UTF-16 code units and an ellipsis. */
  readonly excerpt: string;
  readonly turns: readonly { readonly role: string; readonly text: string }[];
  readonly status: LineStatus;
  readonly takes: number;
  readonly take: TakeSummary | null;
  readonly notes: readonly LineNote[];
  readonly latestTake: { readonly id: number; readonly createdAt: number } | null;
}

const EXCERPT_LENGTH = 160;

/** Null for lines without notes. */
type NoteState = 'open' | 'done';

type ListColumns = readonly [
  id: number,
  roles: string,
  pauseBefore: number | null,
  pauseAfter: number | null,
  takeId: number | null,
  verdict: Verdict | null,
  notes: NoteState | null,
];

const LIST = `SELECT lines.id, lines.roles, lines.pause_before, lines.pause_after, shown.id, shown.verdict,
    (SELECT max(CASE WHEN done_at IS NULL THEN 'open' ELSE 'done' END) FROM notes WHERE notes.line_id = lines.id)
  FROM ${LINES_WITH_PICKS} LEFT JOIN takes AS shown ON shown.id = ${SHOWN_TAKE} WHERE ${NOT_DELETED}`;
const IN_ORDER = 'ORDER BY paragraphs.ord, lines.part';

/** Jobs are only joined for lines without a pick. */
const STATUS_COLUMNS = `${LINE_STATE} AS state, ${PROBLEM_KIND} AS problem, jobs.state AS job`;
const WITH_JOBS = `${LINES_WITH_PICKS} LEFT JOIN jobs ON takes.id IS NULL AND jobs.id = (${LATEST_JOB})`;

interface StatusColumns {
  readonly id: number;
  readonly state: LineStateKind;
  readonly problem: string | null;
  readonly job: JobState | null;
}

interface RowColumns extends StatusColumns {
  readonly chapter_id: number | null;
  readonly roles: string;
  readonly turns: string;
  readonly takes: number;
  readonly take_id: number | null;
  readonly latest_id: number | null;
  readonly latest_at: number | null;
}

const ROWS = `SELECT lines.id AS id, chapter_id, roles, turns, ${STATUS_COLUMNS}, newest.id AS latest_id,
    newest.created_at AS latest_at,
    (SELECT count(*) FROM takes AS every WHERE every.line_id = lines.id) AS takes, ${SHOWN_TAKE} AS take_id
  FROM ${WITH_JOBS}
  LEFT JOIN takes AS newest ON newest.id = (SELECT max(last.id) FROM takes AS last WHERE last.line_id = lines.id)
  WHERE ${NOT_DELETED} AND lines.id IN (SELECT value FROM json_each(?))`;

type NameOrder = ReturnType<typeof nameOrder>;

interface Candidate {
  readonly id: number;
  readonly roles: readonly string[];
  readonly takeId: number | null;
  readonly verdict: Verdict | null;
  readonly notes: NoteState | null;
  readonly flags: readonly Suspicion[];
}

export class ReviewStore {
  readonly #db: Database;
  readonly #sounds: ReviewSounds;
  readonly #numbers: LineNumbers;
  readonly #roles = new Map<string, readonly string[]>();

  constructor(db: Database) {
    this.#db = db;
    this.#sounds = soundsOf(db);
    this.#numbers = new LineNumbers(db);
  }

  /** Only reads the lines' text if the filter or the sort order requires it. */
  list(filter: ReviewQuery): ReviewList {
    this.#sounds.refresh();
    const passing = this.#filterLines(this.#candidates(filter), filter);
    const count = (holds: (line: Candidate) => boolean): number => passing.reduce((n, line) => n + +holds(line), 0);
    return {
      lineIds: this.#inOrder(passing, filter).map(({ id }) => id),
      takes: count(({ takeId }) => takeId !== null),
      suspicious: count(({ flags }) => flags.length > 0),
      approved: count(({ verdict }) => verdict === 'approved'),
      rejected: count(({ verdict }) => verdict === 'rejected'),
      withoutTake: count(({ takeId }) => takeId === null),
    };
  }

  /** Returns the rows of a page, skipping lines that no longer exist. */
  rows(lineIds: readonly number[]): ReviewLine[] {
    this.#sounds.refresh();
    const found = this.#db.prepare<RowColumns>(ROWS).all(JSON.stringify(lineIds));
    const takes = summariesOf(
      this.#db,
      this.#sounds,
      found.flatMap(({ take_id }) => take_id ?? []),
    );
    const notes = notesOf(this.#db, lineIds);
    const titles = chapterTitles(this.#db);
    const places = this.#numbers.positions();
    const rows = new Map(found.map((row) => [row.id, row]));
    return lineIds.flatMap((lineId) => {
      const row = rows.get(lineId);
      const place = places.get(lineId);
      if (!row || !place) return [];
      return {
        lineId,
        ...place,
        chapterId: row.chapter_id,
        chapterTitle: row.chapter_id === null ? '' : (titles.get(row.chapter_id)?.title ?? ''),
        roles: this.#rolesOf(row.roles),
        excerpt: excerptOf(this.#wordsOf(row.turns)),
        turns: readTurns(this.#db, row.turns).map((turn) => ({ role: speakerOf(turn), text: turn.text })),
        status: lineStatusOf(row),
        takes: row.takes,
        take: row.take_id === null ? null : (takes.get(row.take_id) ?? null),
        notes: notes.get(lineId) ?? [],
        latestTake: row.latest_id === null ? null : { id: row.latest_id, createdAt: row.latest_at ?? 0 },
      };
    });
  }

  timelineEntries(extent: TimelineExtent): PlaybackEntry[] {
    return timelineEntries(this.#db, this.#numbers, extent);
  }

  /** Oldest first. */
  takesOf(lineId: number): TakeSummary[] {
    this.#sounds.refresh();
    return summariesOfLine(this.#db, this.#sounds, lineId);
  }

  peaks(takeId: number): TakePeaks | null {
    return peaksOf(this.#db, takeId);
  }

  #candidates({ chapterId }: ReviewQuery): Candidate[] {
    const rows =
      chapterId === undefined
        ? this.#db.prepareArrays<ListColumns>(`${LIST} ${IN_ORDER}`).all()
        : this.#db.prepareArrays<ListColumns>(`${LIST} AND paragraphs.chapter_id IS ? ${IN_ORDER}`).all(chapterId);
    return rows.map(([id, roles, pauseBefore, pauseAfter, takeId, verdict, notes]) => {
      const pauses = { pauseBeforeSeconds: pauseBefore ?? 0, pauseAfterSeconds: pauseAfter ?? 0 };
      const flags = takeId === null ? [] : this.#sounds.suspicionsOf(takeId, pauses);
      return { id, roles: this.#rolesOf(roles), takeId, verdict, notes, flags };
    });
  }

  #filterLines(lines: readonly Candidate[], filter: ReviewQuery): Candidate[] {
    const { roles, verdict, flags } = filter;
    const ids = filter.lineIds ? new Set(filter.lineIds) : null;
    const kinds = flags === 'any' || flags === undefined ? null : new Set(flags);
    const inStatus = filter.statuses ? this.#linesIn(filter.statuses) : null;
    const words = filter.text?.trim() ? this.#linesWith(filter.text.trim()) : null;
    return lines.filter(
      (line) =>
        (!ids || ids.has(line.id)) &&
        (!inStatus || inStatus.has(line.id)) &&
        (!roles || roles.some((role) => line.roles.includes(role))) &&
        (!verdict || (line.takeId !== null && (line.verdict ?? 'none') === verdict)) &&
        (!filter.withNote || (filter.withNote === 'open' ? line.notes === 'open' : line.notes !== null)) &&
        (flags !== 'any' || line.flags.length > 0) &&
        (!kinds || line.flags.some(({ kind }) => kinds.has(kind))) &&
        (!words || words.has(line.id)),
    );
  }

  #inOrder(
    lines: readonly Candidate[],
    { sort, reversed = false, language = null }: ReviewQuery,
  ): readonly Candidate[] {
    const ordered = this.#sortLines(lines, sort, nameOrder(language));
    return reversed ? ordered.toReversed() : ordered;
  }

  #sortLines(lines: readonly Candidate[], sort: ReviewQuery['sort'], compare: NameOrder): readonly Candidate[] {
    const by = (figure: (line: Candidate) => number): Candidate[] => {
      const figures = new Map(lines.map((line) => [line.id, figure(line)]));
      return lines.toSorted((a, b) => (figures.get(b.id) ?? 0) - (figures.get(a.id) ?? 0));
    };
    switch (sort) {
      case 'script':
        return lines;
      case 'suspicion':
        return by(({ flags }) => suspicionScore(flags));
      case 'duration':
        return by(({ takeId }) => (takeId === null ? 0 : this.#sounds.durationOf(takeId)));
      case 'role':
        return sortByRole(lines, compare);
      case 'text':
        return this.#sortByText(lines, compare);
      case 'verdict':
        return lines.toSorted((a, b) => verdictRank(a) - verdictRank(b));
    }
  }

  #linesIn(statuses: readonly LineStatus[]): Set<number> {
    const query = `SELECT lines.id AS id, ${STATUS_COLUMNS} FROM ${WITH_JOBS} WHERE ${NOT_DELETED}`;
    const rows = this.#db.prepare<StatusColumns>(query).all();
    return new Set(rows.flatMap((row) => (statuses.includes(lineStatusOf(row)) ? [row.id] : [])));
  }

  #sortByText(lines: readonly Candidate[], compare: NameOrder): readonly Candidate[] {
    const rows = this.#db
      .prepareArrays<readonly [id: number, turns: string]>('SELECT id, turns FROM lines WHERE deleted_at IS NULL')
      .all();
    const texts = new Map(rows.map(([id, turns]) => [id, this.#wordsOf(turns)]));
    return lines.toSorted((a, b) => compare(texts.get(a.id) ?? '', texts.get(b.id) ?? ''));
  }

  #linesWith(words: string): Set<number> {
    const pattern = searchPattern({ query: words, matchCase: false, wholeWord: false, regexp: false });
    const rows = this.#db
      .prepareArrays<readonly [id: number, turns: string]>('SELECT id, turns FROM lines WHERE deleted_at IS NULL')
      .all();
    return new Set(rows.flatMap(([id, turns]) => (this.#wordsOf(turns).search(pattern) < 0 ? [] : [id])));
  }

  #wordsOf(turns: string): string {
    return readTurns(this.#db, turns)
      .map(({ text }) => text)
      .join(' ');
  }

  /** Keyed by the roles' text, because many lines share a few combinations of roles. */
  #rolesOf(text: string): readonly string[] {
    const known = this.#roles.get(text);
    if (known) return known;
    const roles = readRoles(this.#db, text);
    this.#roles.set(text, roles);
    return roles;
  }
}

function verdictRank({ takeId, verdict }: Candidate): number {
  if (takeId === null) return 3;
  return verdict === 'rejected' ? 0 : verdict === null ? 1 : 2;
}

/** Returns the start of a text, with at most 160 UTF-16 code units and an ellipsis. */
export function excerptOf(text: string): string {
  if (text.length <= EXCERPT_LENGTH) return text;
  // Don't cut a surrogate pair in half.
  return `${text.slice(0, EXCERPT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function sortByRole(lines: readonly Candidate[], compare: NameOrder): Candidate[] {
  const groups = new Map<string, Candidate[]>();
  for (const line of lines) {
    const role = line.roles[0] ?? '';
    const group = groups.get(role);
    if (group) group.push(line);
    else groups.set(role, [line]);
  }
  return [...groups].sort(([a], [b]) => compare(a, b)).flatMap(([, group]) => group);
}
