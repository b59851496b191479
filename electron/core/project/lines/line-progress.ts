// How far chapters are, and how much each role has to say.
import { type JobState, type LineStatus, lineStatusOf } from '../../../../shared/model/line-status.ts';
import type { Database } from '../folder/database.ts';
import { chapterParts, chapterTitles, hasFront } from './chapters.ts';
import { PROBLEM_KIND } from './line-briefs.ts';
import { LATEST_JOB, LINES_WITH_PICKS, LIVING, type LineStateKind, STATE } from './line-states.ts';
import { readRoles } from './stored-line.ts';

/** A chapter with how far it is. */
export interface ChapterProgress {
  /** Null: the text before the first heading. */
  readonly id: number | null;
  /** The words of its heading; empty where it has none. */
  readonly title: string;
  /** 1-based; 0 before the first heading. */
  readonly number: number;
  readonly level: 1 | 2 | null;
  /** The heading above it; null where the script has no parts. */
  readonly part: string | null;
  /** Lines to be spoken, and their characters as sent. */
  readonly lines: number;
  readonly characters: number;
  /** Lines by their status; one that no line is in is absent. */
  readonly counts: Readonly<Partial<Record<LineStatus, number>>>;
  /** Of the takes that it exports, as they are trimmed. */
  readonly seconds: number;
  /** Lines that a run would send: those that have no usable take for today's key. */
  readonly toRender: number;
}

/** A role with what it has to say. A dialog line counts for both of its roles. */
export interface RoleProgress {
  readonly name: string;
  readonly lines: number;
  /** As sent, of all lines in which it speaks. */
  readonly characters: number;
}

interface Tally {
  lines: number;
  characters: number;
  seconds: number;
  toRender: number;
  readonly counts: Partial<Record<LineStatus, number>>;
}

type TallyRow = readonly [
  chapterId: number | null,
  state: LineStateKind,
  job: JobState | null,
  problem: string | null,
  lines: number,
  characters: number,
  seconds: number | null,
];

const noTally = (): Tally => ({ lines: 0, characters: 0, seconds: 0, toRender: 0, counts: {} });

/** What a run sends, as `planRun` decides it line by line. */
const TO_RENDER: ReadonlySet<LineStatus> = new Set(['stale', 'unrendered', 'failed']);

// The groups are few, so that statuses are decided by the one function that decides them everywhere.
const TALLIES = `SELECT chapter_id, state, job, problem, count(*), sum(characters), sum(seconds) FROM (
    SELECT chapter_id, ${STATE} AS state, lines.characters AS characters,
      CASE WHEN takes.id IS NULL THEN (SELECT jobs.state FROM jobs WHERE jobs.id = (${LATEST_JOB})) END AS job,
      CASE WHEN takes.id IS NULL THEN ${PROBLEM_KIND} END AS problem,
      max(0, takes.duration - takes.trim_start - takes.trim_end) AS seconds
    FROM ${LINES_WITH_PICKS} WHERE ${LIVING})
  GROUP BY chapter_id, state, job, problem`;

/** All chapters in script order; text before the first heading first, where there is any. Reads no text of lines. */
export function chapterProgress(db: Database): ChapterProgress[] {
  const tallies = new Map<number | null, Tally>();
  for (const [chapterId, state, job, problem, lines, characters, seconds] of db
    .prepareArrays<TallyRow>(TALLIES)
    .all()) {
    const tally = tallies.get(chapterId) ?? noTally();
    tallies.set(chapterId, tally);
    const status = lineStatusOf({ state, job, problem });
    tally.lines += lines;
    tally.characters += characters;
    tally.seconds += seconds ?? 0;
    if (TO_RENDER.has(status)) tally.toRender += lines;
    tally.counts[status] = (tally.counts[status] ?? 0) + lines;
  }
  const parts = chapterParts(db);
  const progress = (id: number | null, number: number, title: string, level: 1 | 2 | null): ChapterProgress => {
    const tally = tallies.get(id) ?? noTally();
    return { id, number, title, level, part: (id !== null && parts.get(id)) || null, ...tally };
  };
  const chapters = [...chapterTitles(db)].map(([id, { title, level }], at) => progress(id, at + 1, title, level));
  return hasFront(db) ? [progress(null, 0, '', null), ...chapters] : chapters;
}

/** How much each role that speaks in the script has to say, in no order. */
export function roleProgress(db: Database): Map<string, RoleProgress> {
  const rows = db
    .prepareArrays<readonly [roles: string, lines: number, characters: number]>(
      `SELECT roles, count(*), sum(lines.characters) FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
       WHERE ${LIVING} GROUP BY roles`,
    )
    .all();
  const found = new Map<string, RoleProgress>();
  for (const [roles, lines, characters] of rows) {
    for (const name of readRoles(db, roles)) {
      const known = found.get(name) ?? { name, lines: 0, characters: 0 };
      found.set(name, { name, lines: known.lines + lines, characters: known.characters + characters });
    }
  }
  return found;
}
