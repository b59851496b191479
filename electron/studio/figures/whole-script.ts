// Lists over the whole script, as the window shows them.
import type { ReviewFilter, ReviewRow } from '../../../shared/ipc/review-requests.ts';
import { lineNumber } from '../../../shared/rules/line-number.ts';
import type { SearchQuery } from '../../../shared/rules/search-pattern.ts';
import { isLeftOut, messageOf } from '../../core/production/board-batch.ts';
import { spreadsheetTable } from '../../core/spreadsheet-table.ts';
import { chapterTitles } from '../../core/store/chapters.ts';
import type { ReviewFilter as StoredFilter } from '../../core/store/review-store.ts';
import type { PricedScope } from '../run-planner.ts';
import type { Desk } from './desk.ts';

/** Characters of a line's first words. */
const EXCERPT = 80;

/** Places in the whole script. */
export function findPlaces(
  { project }: Desk,
  { query, limit }: { readonly query: SearchQuery; readonly limit: number },
) {
  const { matches, total, problem } = project.script.find(query, limit);
  const titles = chapterTitles(project.db);
  return {
    total,
    matches: matches.map(({ chapterId, from, to, before, match, after }) => {
      const chapterTitle = chapterId === null ? '' : (titles.get(chapterId)?.title ?? '');
      return { chapterId, chapterTitle, from, to, before, match, after };
    }),
    problem: problem && (problem.kind === 'too-slow' ? problem.kind : problem.detail),
  };
}

/** The lines of the review's table, with figures over them. */
export function reviewList({ project, review }: Desk, filter: ReviewFilter) {
  const { lineIds, ...figures } = review.list(storedFilter(filter));
  return { lineIds: [...lineIds], ...figures, analysing: project.takes.countWithoutAnalysis() };
}

function storedFilter({
  role,
  suspiciousOnly,
  chapterId,
  statuses,
  verdict,
  text,
  withNote,
  sort,
  reversed,
}: ReviewFilter): StoredFilter {
  return {
    sort,
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

/** The notes of the lines that a filter lets through, in its order, as a table without formulas. */
export function notesTable({ review }: Desk, filter: ReviewFilter) {
  const { lineIds } = review.list({ ...storedFilter(filter), withNote: true });
  const rows = review
    .rows(lineIds)
    .map((row) => [
      lineNumber(row),
      row.chapterTitle,
      row.roles.join(' + '),
      row.turns.map((turn) => turn.text).join(' '),
      row.take?.number ?? '',
      row.take?.verdict ?? '',
      row.take?.note ?? '',
    ]);
  const heads = ['line', 'chapter', 'role', 'text', 'take', 'verdict', 'note'];
  // Some spreadsheets take a file for UTF-8 only where it begins with a byte order mark.
  return { text: `\uFEFF${spreadsheetTable([heads, ...rows])}`, notes: rows.length };
}

/** Rows of that table. */
export function reviewRows({ review }: Desk, lineIds: readonly number[]): ReviewRow[] {
  return review.rows(lineIds).map(({ roles, turns, ...row }) => ({ ...row, roles: [...roles], turns: [...turns] }));
}

/** What an order of a whole script or of chapters would send: line by line, as columns that are quickly handed over. */
export function toSend({ planner }: Desk, { scope, price }: PricedScope) {
  const { send, overCap } = planner.plan(scope, price);
  return {
    lineIds: send.map(({ lineId }) => lineId),
    characters: send.map(({ characters }) => characters),
    overCap: overCap.length,
  };
}

/** Why lines have no take although they were ordered: as the journal has it, and as only the run knows. */
export function failuresOf({ reports }: Desk, ofRun: ReadonlyMap<number, string>): Map<number, string> {
  const reasons = new Map(ofRun);
  for (const [lineId, reason] of reports.failed()) {
    if (!isLeftOut(reason)) reasons.set(lineId, messageOf(reason) ?? 'The service gave no reason.');
  }
  return reasons;
}

/** The same in script order with their first words; lines that are not in the script any more are left out. */
export function failedLines(desk: Desk, ofRun: ReadonlyMap<number, string>) {
  const reasons = failuresOf(desk, ofRun);
  if (reasons.size === 0) return [];
  return desk.project.lines
    .states({ ids: [...reasons.keys()] })
    .filter(({ state }) => state !== 'fresh' && state !== 'kept')
    .map(({ id, text }) => ({
      lineId: id,
      label: desk.places.label(id),
      excerpt: excerptOf(text),
      reason: reasons.get(id) ?? '',
    }));
}

/** The first words of a line. */
export function excerptOf(text: string): string {
  const characters = [...text.slice(0, EXCERPT * 4).replace(/\s+/g, ' ')];
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('').trimEnd()}…` : characters.join('');
}
