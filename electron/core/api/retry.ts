// Repeats what is harmless to repeat: downloads and what is only read, never a submission.
import type { Clock, Random } from '../ports.ts';
import { LONGEST_REFUSAL_MS, problemOfReply, type ReplyText } from './error-body.ts';
import {
  asServiceError,
  LEAST_BYTES_PER_SECOND,
  REPLY_BOUNDS,
  type ReplyKind,
  readErrorReply,
  readReply,
  sendGet,
  within,
} from './exchange.ts';
import type { ReadingContext } from './readings.ts';
import type { SendContext } from './send-once.ts';
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

/** Waits for the rate budget: called before each try. */
export type BeforeRead = (scope: 'read' | 'list', signal?: AbortSignal) => Promise<{ settle(): void }>;

export interface ReadContext
  extends Pick<SendContext, 'baseUrl' | 'transport' | 'clock' | 'timeouts' | 'scrubber' | 'headersFor'> {
  readonly random: Pick<Random, 'next'>;
  readonly retry: RetryPolicy;
  readonly beforeRead: BeforeRead;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** 1 or more; else the client's own. */
  readonly tries?: number | undefined;
}

/**
 * Reads an address until it can be read, fails for good, or was tried often enough.
 *
 * @param kind what the reply is, which bounds it
 * @param reader makes of a success what is wanted, or throws a ServiceError
 * @throws ServiceError; the signal's reason once it is aborted
 */
export function readResource<T>(
  context: ReadContext,
  scope: 'read' | 'list',
  kind: ReplyKind,
  url: URL,
  reader: (reply: ReplyText, context: ReadingContext) => T,
  { signal, tries = context.retry.tries }: ReadOptions = {},
): Promise<T> {
  const { clock, random, timeouts, baseUrl, scrubber } = context;
  const reading: ReadingContext = { baseUrl, readFrom: url, scrubber };
  return persistently({ ...context.retry, tries }, { clock, random, signal }, async () => {
    const place = await context.beforeRead(scope, signal);
    const reply = await within(timeouts.exchangeMs, signal, (inner) => getText(context, url, kind, inner))
      .catch((error) => {
        throw asServiceError(error);
      })
      .finally(() => place.settle());
    if (reply.status < 200 || reply.status > 299) {
      throw new ServiceError(problemOfReply(reply, clock.now(), scrubber));
    }
    return reader(reply, reading);
  });
}

async function getText(context: ReadContext, url: URL, kind: ReplyKind, signal: AbortSignal): Promise<ReplyText> {
  const reply = await sendGet(context.transport, {
    url,
    headers: context.headersFor(url),
    connectTimeoutMs: context.timeouts.connectMs,
    idleTimeoutMs: context.timeouts.idleMs,
    leastBytesPerSecond: LEAST_BYTES_PER_SECOND,
    signal,
  });
  const succeeded = reply.status >= 200 && reply.status <= 299;
  return succeeded ? readReply(reply, REPLY_BOUNDS[kind]) : readErrorReply(reply);
}
