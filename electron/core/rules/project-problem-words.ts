import type { ProjectProblem } from '../../../shared/model/problems/project-problem.ts';
import { englishProblems } from '../../../shared/words/english-problems.ts';

/** Describes a problem in English. Only for what still keeps sentences; new code keeps the problem itself. */
export const describeProjectProblem = (problem: ProjectProblem): string => englishProblems.project(problem);
