import type { Clock, Random } from '../ports.ts';
import { MAX_REFUSAL_MS, problemOfReply, type ReplyText } from './error-body.ts';
import {
  asServiceError,
  MIN_BYTES_PER_SECOND,
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
  readonly tries: number;
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

export const DEFAULT_RETRY: RetryPolicy = { tries: 4, firstWaitMs: 500, longestWaitMs: 15_000 };

/** First wait after a 429 without `Retry-After`, in milliseconds; doubles up to the interface's limit of one minute. */
const FIRST_REFUSAL_WAIT_MS = 15_000;

export interface RetryContext {
  readonly clock: Clock;
  readonly random: Pick<Random, 'next'>;
  readonly signal?: AbortSignal | undefined;
}

export async function withRetries<T>(
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

/** Returns `Retry-After`, or an exponential backoff with jitter so that clients don't retry in lockstep. */
export function waitMs(
  policy: Pick<RetryPolicy, 'firstWaitMs' | 'longestWaitMs'>,
  tried: number,
  problem: ServiceProblem,
  random: Pick<Random, 'next'>,
): number {
  if ('retryAfterMs' in problem && problem.retryAfterMs !== undefined) return problem.retryAfterMs;
  const refused = problem.kind === 'rate-limited';
  const first = refused ? FIRST_REFUSAL_WAIT_MS : policy.firstWaitMs;
  const full = Math.min(first * 2 ** (tried - 1), refused ? MAX_REFUSAL_MS : policy.longestWaitMs);
  return full / 2 + (full / 2) * random.next();
}

export type BeforeRead = (scope: 'read' | 'list', signal?: AbortSignal) => Promise<{ settle(): void }>;

export interface ReadContext
  extends Pick<SendContext, 'baseUrl' | 'transport' | 'clock' | 'timeouts' | 'scrubber' | 'headersFor'> {
  readonly random: Pick<Random, 'next'>;
  readonly retry: RetryPolicy;
  readonly beforeRead: BeforeRead;
}

export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  readonly tries?: number | undefined;
}

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
  return withRetries({ ...context.retry, tries }, { clock, random, signal }, async () => {
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
    leastBytesPerSecond: MIN_BYTES_PER_SECOND,
    signal,
  });
  const succeeded = reply.status >= 200 && reply.status <= 299;
  return succeeded ? readReply(reply, REPLY_BOUNDS[kind]) : readErrorReply(reply);
}
