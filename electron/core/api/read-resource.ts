// What the service is asked for again where that may help: everything that is only read.
import type { Random } from '../ports.ts';
import { problemOfReply, type ReplyText } from './error-body.ts';
import { asServiceError, LEAST_BYTES_PER_SECOND, readErrorReply, readReply, sendGet, within } from './exchange.ts';
import type { ReadingContext } from './readings.ts';
import { REPLY_BOUNDS, type ReplyKind } from './reply-bounds.ts';
import { persistently, type RetryPolicy } from './retry.ts';
import type { SendContext } from './send-once.ts';
import { ServiceError } from './service-error.ts';

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
