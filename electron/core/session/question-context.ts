// What questions about a project are answered with.
import { Journal } from '../project/journal/journal.ts';
import { JournalReports } from '../project/journal/journal-reports.ts';
import { LinePlaces, type NumberedProject } from '../project/lines/line-places.ts';
import type { Project } from '../project/project.ts';
import type { ReviewStore } from '../project/takes/review-store.ts';
import { RunPlanner } from './run-planner.ts';

export interface QuestionContext extends NumberedProject {
  readonly journal: Journal;
  readonly reports: JournalReports;
  readonly review: ReviewStore;
  readonly planner: RunPlanner;
}

/** Of a project, over any connection to it. */
export function questionContext(project: Project, review: ReviewStore): QuestionContext {
  const parts = {
    project,
    journal: new Journal(project.db),
    reports: new JournalReports(project.db),
    places: new LinePlaces(project),
  };
  return { ...parts, review, planner: new RunPlanner(parts) };
}
