import { type JobState, type LineStatus, lineStatusOf } from '../../../../shared/model/line-status.ts';
import type { Database } from '../folder/database.ts';
import { chapterParts, chapterTitles, hasFrontMatter } from './chapters.ts';
import { PROBLEM_KIND } from './line-briefs.ts';
import { LATEST_JOB, LINE_STATE, LINES_WITH_PICKS, type LineStateKind, NOT_DELETED } from './line-states.ts';
import { readRoles } from './stored-line.ts';

export interface ChapterProgress {
  readonly id: number | null;
  readonly title: string;
  /** 1-based; 0 for the text before the first heading. */
  readonly number: number;
  readonly level: 1 | 2 | null;
  /** The level-1 heading above the chapter; null if it isn't in a part. */
  readonly part: string | null;
  readonly lines: number;
  readonly characters: number;
  readonly counts: Readonly<Partial<Record<LineStatus, number>>>;
  /** Duration of the exported takes after trimming. */
  readonly seconds: number;
  /** Lines without a usable take for their current key. A run would send these lines. */
  readonly toRender: number;
}

/** Counts of a role's lines. A dialog line counts for both of its roles. */
export interface RoleProgress {
  readonly name: string;
  readonly lines: number;
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

const emptyTally = (): Tally => ({ lines: 0, characters: 0, seconds: 0, toRender: 0, counts: {} });

/** The statuses of lines that a run sends; must match `planRun`. */
const STATUSES_TO_RENDER: ReadonlySet<LineStatus> = new Set(['stale', 'unrendered', 'failed']);

// Grouping leaves few rows. `lineStatusOf` can be applied to each of them, so its logic isn't duplicated in SQL.
const TALLIES = `SELECT chapter_id, state, job, problem, count(*), sum(characters), sum(seconds) FROM (
    SELECT chapter_id, ${LINE_STATE} AS state, lines.characters AS characters,
      CASE WHEN takes.id IS NULL THEN (SELECT jobs.state FROM jobs WHERE jobs.id = (${LATEST_JOB})) END AS job,
      CASE WHEN takes.id IS NULL THEN ${PROBLEM_KIND} END AS problem,
      max(0, takes.duration - takes.trim_start - takes.trim_end) AS seconds
    FROM ${LINES_WITH_PICKS} WHERE ${NOT_DELETED})
  GROUP BY chapter_id, state, job, problem`;

export function chapterProgress(db: Database): ChapterProgress[] {
  const tallies = new Map<number | null, Tally>();
  for (const [chapterId, state, job, problem, lines, characters, seconds] of db
    .prepareArrays<TallyRow>(TALLIES)
    .all()) {
    const tally = tallies.get(chapterId) ?? emptyTally();
    tallies.set(chapterId, tally);
    const status = lineStatusOf({ state, job, problem });
    tally.lines += lines;
    tally.characters += characters;
    tally.seconds += seconds ?? 0;
    if (STATUSES_TO_RENDER.has(status)) tally.toRender += lines;
    tally.counts[status] = (tally.counts[status] ?? 0) + lines;
  }
  const parts = chapterParts(db);
  const progress = (id: number | null, number: number, title: string, level: 1 | 2 | null): ChapterProgress => {
    const tally = tallies.get(id) ?? emptyTally();
    return { id, number, title, level, part: (id !== null && parts.get(id)) || null, ...tally };
  };
  const chapters = [...chapterTitles(db)].map(([id, { title, level }], at) => progress(id, at + 1, title, level));
  return hasFrontMatter(db) ? [progress(null, 0, '', null), ...chapters] : chapters;
}

export function roleProgress(db: Database): Map<string, RoleProgress> {
  const rows = db
    .prepareArrays<readonly [roles: string, lines: number, characters: number]>(
      `SELECT roles, count(*), sum(lines.characters) FROM paragraphs JOIN lines ON lines.paragraph_id = paragraphs.id
       WHERE ${NOT_DELETED} GROUP BY roles`,
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
