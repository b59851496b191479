import { spreadsheetTable } from '../../../../node/spreadsheet-table.ts';
import type { ReviewFilter, ReviewRow } from '../../../../shared/ipc/review-requests.ts';
import { lineNumber } from '../../../../shared/rules/line-number.ts';
import type { Project } from '../project.ts';
import type { ReviewQuery, ReviewStore } from './review-store.ts';

interface ReviewContext {
  readonly project: Project;
  readonly review: ReviewStore;
}

export function reviewList({ project, review }: ReviewContext, filter: ReviewFilter) {
  const { lineIds, ...figures } = review.list(storedFilter(project, filter));
  return { lineIds: [...lineIds], ...figures, analysing: project.takes.countWithoutAnalysis() };
}

function storedFilter(
  project: Project,
  { role, suspiciousOnly, chapterId, statuses, verdict, text, withNote, sort, reversed }: ReviewFilter,
): ReviewQuery {
  return {
    sort,
    language: project.settings().language,
    ...(chapterId === undefined ? {} : { chapterId }),
    ...(role === undefined ? {} : { roles: [role] }),
    ...(statuses === undefined ? {} : { statuses }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(suspiciousOnly ? { flags: 'any' as const } : {}),
    ...(text === undefined ? {} : { text }),
    ...(withNote === undefined ? {} : { withNote }),
    ...(reversed === undefined ? {} : { reversed }),
  };
}

/**
 * Returns a table with one row per note, including notes on rejected and replaced takes. Cells can't be read as
 * formulas.
 */
export function notesTable({ project, review }: ReviewContext, filter: ReviewFilter) {
  const { lineIds } = review.list({ ...storedFilter(project, filter), withNote: true });
  const rows = review.rows(lineIds).flatMap((row) => {
    const { take, earlierNotes } = row;
    const shown = take?.note ? [{ take: take.number, verdict: take.verdict, note: take.note }] : [];
    return [...earlierNotes, ...shown]
      .toSorted((a, b) => a.take - b.take)
      .map((noted) => [
        lineNumber(row),
        row.chapterTitle,
        row.roles.join(' + '),
        row.turns.map((turn) => turn.text).join(' '),
        noted.take,
        noted.verdict ?? '',
        noted.note,
        take?.number ?? '',
      ]);
  });
  const heads = ['line', 'chapter', 'role', 'text', 'take', 'verdict', 'note', 'current take'];
  // Some spreadsheet programs only detect UTF-8 by a byte order mark.
  return { text: `\uFEFF${spreadsheetTable([heads, ...rows])}`, notes: rows.length };
}

export function reviewRows({ review }: ReviewContext, lineIds: readonly number[]): ReviewRow[] {
  return review.rows(lineIds).map(({ number: _, roles, turns, earlierNotes, ...row }) => ({
    ...row,
    roles: [...roles],
    turns: [...turns],
    earlierNotes: [...earlierNotes],
  }));
}
