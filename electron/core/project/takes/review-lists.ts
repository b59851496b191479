import type { ReviewFilter, ReviewRow } from '../../../../shared/ipc/review-requests.ts';
import type { Project } from '../project.ts';
import type { ReviewQuery, ReviewStore } from './review-store.ts';

interface ReviewContext {
  readonly project: Project;
  readonly review: ReviewStore;
}

interface ReviewScope {
  readonly filter: ReviewFilter;
  /** Lists only these lines; null for all lines that match the filter. */
  readonly only: readonly number[] | null;
}

export function reviewList({ project, review }: ReviewContext, { filter, only }: ReviewScope) {
  const query = { ...storedFilter(project, filter), ...(only && { lineIds: only }) };
  const { lineIds, ...figures } = review.list(query);
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

export function reviewRows({ review }: ReviewContext, lineIds: readonly number[]): ReviewRow[] {
  return review.rows(lineIds).map(({ number: _, roles, turns, notes, ...row }) => ({
    ...row,
    roles: [...roles],
    turns: [...turns],
    notes: [...notes],
  }));
}
