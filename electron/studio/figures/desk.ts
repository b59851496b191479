// What questions about a project are answered with.
import { Journal } from '../../core/store/journal.ts';
import { JournalReports } from '../../core/store/journal-reports.ts';
import { LinePlaces } from '../../core/store/line-places.ts';
import type { Project } from '../../core/store/project.ts';
import type { ReviewStore } from '../../core/store/review-store.ts';
import { RunPlanner } from '../run-planner.ts';

export interface Desk {
  readonly project: Project;
  readonly journal: Journal;
  readonly reports: JournalReports;
  readonly review: ReviewStore;
  readonly places: LinePlaces;
  readonly planner: RunPlanner;
}

/** Of a project, over any connection to it. */
export function deskOf(project: Project, review: ReviewStore): Desk {
  const parts = {
    project,
    journal: new Journal(project.db),
    reports: new JournalReports(project.db),
    places: new LinePlaces(project),
  };
  return { ...parts, review, planner: new RunPlanner(parts) };
}
