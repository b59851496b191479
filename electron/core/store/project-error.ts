// Why a project can't be made, opened or written. The union carries data; the sentence is made in one place.
import { describeProjectProblem } from '../../../shared/rules/project-problem-words.ts';

/** What is wrong with a project. Paths are those of the project's folder. */
export type ProjectProblem =
  | { readonly kind: 'not-found'; readonly path: string }
  | { readonly kind: 'not-a-project'; readonly path: string }
  | { readonly kind: 'exists'; readonly path: string }
  /** The file was written by a newer program; `supported` is the newest version that this one reads. */
  | { readonly kind: 'newer'; readonly path: string; readonly version: number; readonly supported: number }
  /** Another process writes this project. */
  | { readonly kind: 'in-use'; readonly path: string }
  /** `backup` is the path of the latest backup, or null where there is none. */
  | { readonly kind: 'damaged'; readonly path: string; readonly detail: string; readonly backup: string | null }
  | { readonly kind: 'read-only'; readonly path: string }
  | { readonly kind: 'no-permission'; readonly path: string }
  | { readonly kind: 'disk-full'; readonly path: string }
  | { readonly kind: 'drive-failed'; readonly path: string; readonly detail: string }
  /** The settings can't be understood; they stay as they are until someone resets them. */
  | { readonly kind: 'settings-unreadable'; readonly path: string };

/** A project could not be made, opened, read or written; what was there before is unchanged. */
export class ProjectError extends Error {
  readonly problem: ProjectProblem;

  constructor(problem: ProjectProblem, cause?: unknown) {
    super(describeProjectProblem(problem), cause === undefined ? {} : { cause });
    this.name = 'ProjectError';
    this.problem = problem;
  }
}
