// Repeats what is harmless to repeat: reads and downloads, never a submission.
import type { Clock, Random } from '../ports.ts';
import { LONGEST_REFUSAL_MS } from './retry-after.ts';
import { isTransient, ServiceError, type ServiceProblem } from './service-error.ts';

export interface RetryPolicy {
  /** How often a thing is tried in all, 1 or more. */
  readonly tries: number;
  /** The wait after the first failure, in milliseconds; it doubles with each further one. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { tries: 4, firstWaitMs: 500, longestWaitMs: 15_000 };

/** The first wait after a 429 that names none, in milliseconds; it doubles up to the interface's one minute. */
const FIRST_REFUSAL_WAIT_MS = 15_000;

export interface RetryContext {
  readonly clock: Clock;
  readonly random: Pick<Random, 'next'>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Tries until it succeeds, fails for good, or was tried often enough.
 *
 * @throws the last ServiceError, the signal's reason once it is aborted, and anything else that `attempt` throws
 */
export async function persistently<T>(
  policy: RetryPolicy,
  context: RetryContext,
  attempt: () => Promise<T>,
): Promise<T> {
  const { clock, signal } = context;
  for (let tried = 1; ; tried += 1) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof ServiceError) || !isTransient(error.problem) || tried >= policy.tries) throw error;
      await clock.sleep(waitMs(policy, tried, error.problem, context.random), signal);
    }
  }
}

/**
 * Milliseconds to wait after a try that failed: what the server asks for, else doubling waits of which up to half is
 * left to chance, so that many clients do not come back in step.
 */
export function waitMs(
  policy: Pick<RetryPolicy, 'firstWaitMs' | 'longestWaitMs'>,
  tried: number,
  problem: ServiceProblem,
  random: Pick<Random, 'next'>,
): number {
  if ('retryAfterMs' in problem && problem.retryAfterMs !== undefined) return problem.retryAfterMs;
  const refused = problem.kind === 'rate-limited';
  const first = refused ? FIRST_REFUSAL_WAIT_MS : policy.firstWaitMs;
  const full = Math.min(first * 2 ** (tried - 1), refused ? LONGEST_REFUSAL_MS : policy.longestWaitMs);
  return full / 2 + (full / 2) * random.next();
}
