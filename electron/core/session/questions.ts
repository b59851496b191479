// Questions about the whole project. Their answers take up to half a second where it has 100,000 lines, so that a thread of
// its own finds them (figures-worker.ts); where there is none, the studio's.

import type { ExportOptions } from '../../../shared/model/export.ts';
import { exportNames } from '../export/export-names.ts';
import { exportOutlook } from '../export/export-outlook.ts';
import { type CastChange, castOutlook } from '../project/cast/cast-outlook.ts';
import { castLineAt, castOverrides, castRoles } from '../project/cast/cast-roles.ts';
import { rulesPreview } from '../project/cast/rules-preview-answer.ts';
import type { FileIdentity } from '../project/folder/database-file.ts';
import { spendingPage, spendingTable } from '../project/spending/spending-pages.ts';
import { notesTable, reviewList, reviewRows } from '../project/takes/review-lists.ts';
import type { TimelineExtent } from '../project/takes/timeline-entries.ts';
import { planPreview } from './plan-preview.ts';
import type { QuestionContext } from './question-context.ts';
import { failedLines, failuresOf, findPlaces, toSend } from './whole-script.ts';

/** Inputs and answers can be handed from one thread to another. All of them only read. */
export const QUESTIONS = {
  chapters: ({ project }: QuestionContext, _input: null) => project.script.chapterProgress(),
  cast: ({ project }: QuestionContext, _input: null) => project.cast.summaries(),
  castRoles,
  castOverrides,
  castLineAt,
  castOutlook: ({ project }: QuestionContext, change: CastChange) => castOutlook(project, change),
  spending: ({ reports }: QuestionContext, _input: null) => reports.spending(),
  spendingPage,
  spendingTable,
  find: findPlaces,
  reviewList,
  reviewRows,
  notesTable,
  timelineEntries: ({ review }: QuestionContext, extent: TimelineExtent) => review.timelineEntries(extent),
  // A take is judged by all of its voice's takes.
  takesOf: ({ review }: QuestionContext, lineId: number) => review.takesOf(lineId),
  take: ({ review }: QuestionContext, takeId: number) => review.take(takeId),
  failedLines,
  failures: failuresOf,
  toSend,
  audioChanges: ({ project }: QuestionContext, after: number) => project.takes.audioChanges(after),
  hasUnreadableRows: ({ project }: QuestionContext, _input: null) => project.lines.hasUnreadableRows(),
  planPreview,
  rulesPreview,
  exportNames: ({ project }: QuestionContext, options: ExportOptions) => exportNames(project, options),
  exportOutlook: (
    { project }: QuestionContext,
    { options, outDir }: { readonly options: ExportOptions; readonly outDir: string | null },
  ) => exportOutlook(project, options, outDir),
};

export type QuestionName = keyof typeof QUESTIONS;
export type InputOf<N extends QuestionName> = Parameters<(typeof QUESTIONS)[N]>[1];
export type AnswerOf<N extends QuestionName> = Awaited<ReturnType<(typeof QUESTIONS)[N]>>;

/** A question on its way to the thread. */
export interface FigureJob {
  /** The project's folder. */
  readonly folder: string;
  /** The database file that the studio has open. */
  readonly file: FileIdentity;
  /** `close`: the thread lets go of the project. */
  readonly name: QuestionName | 'close';
  readonly input: unknown;
}

/** The thread's word for a project that it can't read: no question was asked of it. */
export const UNREAD = 'unread';

/** Answers a question with what is at this context. @throws ProjectError */
export async function answer<N extends QuestionName>(
  context: QuestionContext,
  name: N,
  input: InputOf<N>,
): Promise<AnswerOf<N>> {
  // The compiler can't follow which input belongs to which of several questions.
  const question = QUESTIONS[name] as (
    context: QuestionContext,
    input: InputOf<N>,
  ) => AnswerOf<N> | Promise<AnswerOf<N>>;
  return question(context, input);
}
