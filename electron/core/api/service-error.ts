import type { ServiceProblem } from '../../../shared/model/problems/service-problem.ts';

export type { DoubtfulOperation, RefusalKind, ServiceProblem } from '../../../shared/model/problems/service-problem.ts';

/**
 * A problem with the service. The message is only for the log. It never contains the key, and neither do the fields.
 */
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
      // Audio that is too long for its text arrived intact, so downloading it again would not help.
      return problem.bound === undefined;
    case 'connection':
      return problem.failure !== 'aborted' && problem.failure !== 'insecure' && problem.failure !== 'tls';
    case 'not-the-service':
      // A page with a success status is a temporary proxy problem. A page with an error status means that the address
      // is wrong.
      return problem.status < 300;
    case 'unexpected-status':
      return problem.status === 408 || problem.status === 425;
    default:
      return false;
  }
}
