import type { ProjectProblem } from '../../../shared/model/problems/project-problem.ts';
import { englishProblems } from '../../../shared/words/english-problems.ts';

/** Describes a problem in English. Only for code that still stores sentences; new code stores the problem itself. */
export const describeProjectProblem = (problem: ProjectProblem): string => englishProblems.project(problem);
