// Questions about the whole project. Their answers take up to half a second where it has 100,000 lines, so that a thread of
// its own finds them (figures-worker.ts); where there is none, the studio's.

import type { ExportOptions } from '../../../shared/model/export.ts';
import { type CastChange, castOutlook } from '../../core/store/cast-outlook.ts';
import type { FileIdentity } from '../../core/store/database-file.ts';
import type { TimelineExtent } from '../../core/store/timeline-entries.ts';
import { exportNames } from '../../core/workshop/export-names.ts';
import { exportOutlook } from '../../core/workshop/export-outlook.ts';
import { planPreview } from '../plan-preview.ts';
import { rulesPreview } from '../rules-preview.ts';
import { castLineAt, castOverrides, castRoles } from './cast-roles.ts';
import type { Desk } from './desk.ts';
import { spendingPage, spendingTable } from './spending.ts';
import { failedLines, failuresOf, findPlaces, notesTable, reviewList, reviewRows, toSend } from './whole-script.ts';

/** Inputs and answers can be handed from one thread to another. All of them only read. */
export const QUESTIONS = {
  chapters: ({ project }: Desk, _input: null) => project.script.chapterProgress(),
  cast: ({ project }: Desk, _input: null) => project.cast.summaries(),
  castRoles,
  castOverrides,
  castLineAt,
  castOutlook: ({ project }: Desk, change: CastChange) => castOutlook(project, change),
  spending: ({ reports }: Desk, _input: null) => reports.spending(),
  spendingPage,
  spendingTable,
  find: findPlaces,
  reviewList,
  reviewRows,
  notesTable,
  timelineEntries: ({ review }: Desk, extent: TimelineExtent) => review.timelineEntries(extent),
  // A take is judged by all of its voice's takes.
  takesOf: ({ review }: Desk, lineId: number) => review.takesOf(lineId),
  take: ({ review }: Desk, takeId: number) => review.take(takeId),
  failedLines,
  failures: failuresOf,
  toSend,
  audioChanges: ({ project }: Desk, after: number) => project.takes.audioChanges(after),
  hasUnreadableRows: ({ project }: Desk, _input: null) => project.lines.hasUnreadableRows(),
  planPreview,
  rulesPreview,
  exportNames: ({ project }: Desk, options: ExportOptions) => exportNames(project, options),
  exportOutlook: (
    { project }: Desk,
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

/** Answers a question with what is at this desk. @throws ProjectError */
export async function answer<N extends QuestionName>(desk: Desk, name: N, input: InputOf<N>): Promise<AnswerOf<N>> {
  // The compiler can't follow which input belongs to which of several questions.
  const question = QUESTIONS[name] as (desk: Desk, input: InputOf<N>) => AnswerOf<N> | Promise<AnswerOf<N>>;
  return question(desk, input);
}
