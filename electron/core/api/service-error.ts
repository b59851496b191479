import type { ServiceProblem } from '../../../shared/model/problems/service-problem.ts';
import { englishProblems } from '../../../shared/words/english-problems.ts';

export type { DoubtfulThing, RefusalKind, ServiceProblem } from '../../../shared/model/problems/service-problem.ts';

/** A problem with the service. The message is only for the log; neither it nor the fields ever contain the key. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly problem: ServiceProblem;

  constructor(problem: ServiceProblem) {
    super(`${problem.kind}${'status' in problem ? ` ${problem.status}` : ''}`);
    this.problem = problem;
  }
}

export function isTransient(problem: ServiceProblem): boolean {
  switch (problem.kind) {
    case 'rate-limited':
    case 'server-error':
    case 'unreadable-reply':
    case 'incomplete-download':
      return true;
    case 'oversized-download':
      // Audio that is longer than its text allows is not a transmission error.
      return problem.bound === undefined;
    case 'connection':
      return problem.failure !== 'aborted' && problem.failure !== 'insecure' && problem.failure !== 'tls';
    case 'not-the-service':
      // A page with a success status is a temporary proxy problem; one with an error status means a wrong address.
      return problem.status < 300;
    case 'unexpected-status':
      return problem.status === 408 || problem.status === 425;
    default:
      return false;
  }
}

/** Describes a problem in English. Only for what still keeps sentences; new code keeps the problem itself. */
export const describeProblem = (problem: ServiceProblem): string => englishProblems.service(problem);
