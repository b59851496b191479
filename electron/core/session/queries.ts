// These queries take up to half a second for 100,000 lines, so they run in a thread if there is one.

import type { LeftOut } from '../../../shared/ipc/queue-requests.ts';
import type { KnownConsents } from '../../../shared/model/consent.ts';
import type { ExportOptions } from '../../../shared/model/export/export.ts';
import type { PickupList } from '../../../shared/model/pickups.ts';
import type { Failure } from '../../../shared/model/problems/line-failure.ts';
import type { SearchQuery } from '../../../shared/rules/search-pattern.ts';
import { type CorrectionsScope, readCorrections } from '../export/corrections.ts';
import type { FilesOrder } from '../export/plan/export-order.ts';
import { type ExportScope, exportNames } from '../export/plan/select-lines.ts';
import { previewFiles, previewLines } from '../export/preview-export.ts';
import { usedVoices } from '../export/used-voices.ts';
import { voiceConsents } from '../export/voice-consents.ts';
import { matchProjectPickups } from '../pickups/project-pickups.ts';
import { failureFromReason, isLeftOut } from '../production/batch-progress.ts';
import { type PlannedProject, type PricedScope, planScope } from '../production/run-plan.ts';
import { castOutlook } from '../project/cast/cast-outlook.ts';
import { castLineAt, castOverrides, castRoles } from '../project/cast/cast-roles.ts';
import { hardWords } from '../project/cast/hard-words.ts';
import { rulesPreview } from '../project/cast/rules-preview.ts';
import type { FileIdentity } from '../project/folder/database-file.ts';
import { lineCounts, readSnapshotContent } from '../project/history/snapshot-content.ts';
import { Journal } from '../project/journal/journal.ts';
import { JournalReports } from '../project/journal/journal-reports.ts';
import { chapterTitles } from '../project/lines/chapters.ts';
import { problemCounts } from '../project/lines/line-briefs.ts';
import { LinePositions } from '../project/lines/line-positions.ts';
import { hasUnreadableRows } from '../project/lines/repair-rows.ts';
import { excerptOf } from '../project/lines/stored-line.ts';
import type { Project } from '../project/project.ts';
import { oddNames } from '../project/proof/odd-names.ts';
import { spendingPage, spendingTable } from '../project/spending/spending-pages.ts';
import { reviewList, reviewRows } from '../project/takes/review-lists.ts';
import type { ReviewStore } from '../project/takes/review-store.ts';
import type { TimelineExtent } from '../project/takes/timeline-entries.ts';
import { voiceDrifts } from '../project/takes/voice-history.ts';
import { planPreview } from './plan-preview.ts';

export interface QueryContext extends PlannedProject {
  readonly reports: JournalReports;
  readonly review: ReviewStore;
}

export function createQueryContext(project: Project, review: ReviewStore): QueryContext {
  return {
    project,
    journal: new Journal(project.db),
    reports: new JournalReports(project.db),
    places: new LinePositions(project),
    review,
  };
}

function findPlaces(
  { project }: QueryContext,
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

/** Returns the lines in columns, because columns are fast to pass between threads. */
function plannedLines(context: QueryContext, order: PricedScope) {
  const { send, overCap } = planScope(context, order);
  return {
    lineIds: send.map(({ lineId }) => lineId),
    characters: send.map(({ characters }) => characters),
    overCap: overCap.length,
  };
}

/** Counts the lines of the whole project that a run would send and those that it would leave out. */
function countedPlan(context: QueryContext, price: PricedScope['price']) {
  const plan = planScope(context, { scope: {}, price });
  const problems = [...problemCounts(context.project.db, plan.blocked)];
  const leftOut: LeftOut = [
    ...problems.map(([kind, lines]) => ({ reason: kind ?? ('blocked' as const), lines })),
    { reason: 'approved' as const, lines: plan.approved.length },
    { reason: 'missing-audio' as const, lines: plan.missingAudio.length },
    { reason: 'in-doubt' as const, lines: plan.inDoubt.length },
    { reason: 'lost' as const, lines: plan.lost.length },
    { reason: 'over-cap' as const, lines: plan.overCap.length },
  ];
  return {
    lines: plan.send.length,
    characters: plan.characters,
    leftOut: leftOut.filter(({ lines }) => lines > 0),
  };
}

function failuresOf({ reports }: QueryContext, ofRun: ReadonlyMap<number, Failure>): Map<number, Failure> {
  const failures = new Map(ofRun);
  for (const [lineId, reason] of reports.failedJobs()) {
    if (!isLeftOut(reason)) failures.set(lineId, failureFromReason(reason));
  }
  return failures;
}

/** Returns lines in script order, with excerpts. Deleted lines are left out. */
function failedLines(context: QueryContext, ofRun: ReadonlyMap<number, Failure>) {
  const failures = failuresOf(context, ofRun);
  if (failures.size === 0) return [];
  return context.project.lines
    .states({ ids: [...failures.keys()] })
    .filter(({ state }) => state !== 'fresh' && state !== 'kept')
    .map(({ id, text }) => ({
      lineId: id,
      label: context.places.label(id),
      excerpt: excerptOf(text),
      failure: failures.get(id) ?? { kind: 'failed-by-service' as const, message: null },
    }));
}

/** Read-only. Inputs and answers can be passed between threads. */
export const QUERIES = {
  chapters: ({ project }: QueryContext, _input: null) => project.script.chapterProgress(),
  cast: ({ project }: QueryContext, _input: null) => project.cast.summaries(),
  castRoles,
  castOverrides,
  castLineAt,
  castOutlook,
  spending: ({ reports }: QueryContext, _input: null) => reports.spending(),
  spendingPage,
  spendingTable,
  find: findPlaces,
  reviewList,
  reviewRows,
  corrections: ({ project, review }: QueryContext, scope: CorrectionsScope) => readCorrections(project, review, scope),
  matchPickups: ({ project }: QueryContext, list: PickupList) => matchProjectPickups(project, list),
  timelineEntries: ({ review }: QueryContext, extent: TimelineExtent) => review.timelineEntries(extent),
  // A take is compared with all takes by its voice.
  takesOf: ({ review }: QueryContext, lineId: number) => review.takesOf(lineId),
  failedLines,
  failures: failuresOf,
  toSend: plannedLines,
  countedPlan,
  audioChanges: ({ project }: QueryContext, after: number) => project.takes.audioChanges(after),
  hasUnreadableRows: ({ project }: QueryContext, _input: null) => hasUnreadableRows(project.db),
  lineCounts: ({ project }: QueryContext, _input: null) => lineCounts(project.db),
  snapshotContent: ({ project }: QueryContext, _input: null) => readSnapshotContent(project.db),
  planPreview,
  rulesPreview,
  hardWords,
  voiceDrifts: ({ project }: QueryContext, _input: null) => voiceDrifts(project.db),
  oddNames: ({ project }: QueryContext, _input: null) => oddNames(project),
  exportNames: ({ project }: QueryContext, options: ExportOptions) => exportNames(project, options),
  previewLines: (
    { project }: QueryContext,
    { options, outDir }: { readonly options: ExportOptions; readonly outDir: string | null },
  ) => previewLines(project, options, outDir),
  usedVoices: ({ project }: QueryContext, options: Parameters<typeof usedVoices>[1]) => usedVoices(project, options),
  voiceConsents: (
    { project }: QueryContext,
    { scope, known }: { readonly scope: ExportScope; readonly known: KnownConsents },
  ) => voiceConsents(project, scope, known),
  previewFiles: (
    { project }: QueryContext,
    { order, outDir }: { readonly order: FilesOrder; readonly outDir: string | null },
  ) => previewFiles(project, order, outDir),
};

export type QueryName = keyof typeof QUERIES;
export type QueryInput<N extends QueryName> = Parameters<(typeof QUERIES)[N]>[1];
export type QueryResult<N extends QueryName> = Awaited<ReturnType<(typeof QUERIES)[N]>>;

export interface ReaderJob {
  readonly folder: string;
  readonly file: FileIdentity;
  readonly name: QueryName | 'close';
  readonly input: unknown;
}

/** The thread can't read the project, so the query wasn't run. */
export const UNREAD = 'unread';

/** Answers in the current thread. @throws ProjectError */
export async function runQuery<N extends QueryName>(
  context: QueryContext,
  name: N,
  input: QueryInput<N>,
): Promise<QueryResult<N>> {
  // TypeScript can't relate the input type to the query's name.
  const question = QUERIES[name] as (
    context: QueryContext,
    input: QueryInput<N>,
  ) => QueryResult<N> | Promise<QueryResult<N>>;
  return question(context, input);
}
