// Why a project can't be made, opened or written. The union carries data; the sentence is made in one place.
import type { ProjectProblem } from '../../../../shared/model/project-problem.ts';
import { describeProjectProblem } from '../../../../shared/rules/project-problem-words.ts';

/** A project could not be made, opened, read or written; what was there before is unchanged. */
export class ProjectError extends Error {
  readonly problem: ProjectProblem;

  constructor(problem: ProjectProblem, cause?: unknown) {
    super(describeProjectProblem(problem), cause === undefined ? {} : { cause });
    this.name = 'ProjectError';
    this.problem = problem;
  }
}
