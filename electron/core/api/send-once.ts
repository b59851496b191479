// Sends requests that must not be retried, because each one is charged or creates something.
import { type Clock, type HttpReply, type HttpRequest, type HttpTransport, TransportError } from '../ports.ts';
import { problemOfReply, type ReplyText, type SecretScrubber } from './error-body.ts';
import {
  asServiceError,
  type ClientTimeouts,
  REPLY_BOUNDS,
  type ReplyKind,
  readErrorReply,
  readReply,
  readWithin,
} from './exchange.ts';
import { endpointUrl } from './links.ts';
import type { ReadingContext } from './readings.ts';
import { type DoubtfulOperation, ServiceError } from './service-error.ts';

/** A slot in the rate budget. Only the first call of one of these methods has an effect. */
export interface SendSlot {
  /** The reply has arrived. */
  settle(): void;
  /** The reply can no longer arrive. */
  lost(): void;
  /** No byte of the request left this machine. */
  release(): void;
  /** The service refused the request (429). `retryAfterMs` is from `Retry-After`. */
  refused(retryAfterMs?: number): void;
}

/** Batches have their own scheduler. */
export type SendScope = 'stream' | 'single' | 'clone';

/** `characters` counts the code points to be spoken, or 0. */
export type BeforeSend<Scope extends SendScope = SendScope> = (
  scope: Scope,
  characters: number,
  signal?: AbortSignal,
) => Promise<SendSlot>;

export interface SendContext {
  readonly baseUrl: URL;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly timeouts: ClientTimeouts;
  readonly scrubber: SecretScrubber;
  readonly beforeSend: BeforeSend;
  readonly headersFor: (url: URL) => Record<string, string>;
}

export interface SendOrder {
  readonly method: 'POST' | 'DELETE';
  readonly path: string;
  readonly scope: SendScope;
  readonly characters: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: NonNullable<HttpRequest['body']>;
  /** If set, a lost answer makes the request `in-doubt`. */
  readonly what?: DoubtfulOperation;
  /** Time until the answer must start, in milliseconds. Defaults to the idle timeout. */
  readonly patienceMs?: number;
  /** Minimum speed of the answer's body. If omitted, only the time limit applies. */
  readonly leastBytesPerSecond?: number;
}

export interface SentReply {
  readonly reply: HttpReply;
  readonly url: URL;
  readonly at: number;
}

/**
 * @throws ServiceError for every non-success reply; without a reply, `connection`, or `in-doubt` if the request may
 * have arrived
 */
export async function sendOnce(
  order: SendOrder,
  signal: AbortSignal | undefined,
  { baseUrl, transport, clock, timeouts, scrubber, beforeSend, headersFor }: SendContext,
): Promise<SentReply> {
  signal?.throwIfAborted();
  const place = await beforeSend(order.scope, order.characters, signal);
  const at = clock.now();
  const url = endpointUrl(order.path, baseUrl);
  try {
    const reply = await transport.send({
      method: order.method,
      url,
      body: order.body,
      headers: { ...headersFor(url), ...order.headers },
      freshConnection: true,
      connectTimeoutMs: timeouts.connectMs,
      idleTimeoutMs: order.patienceMs ?? timeouts.idleMs,
      ...(order.leastBytesPerSecond === undefined ? {} : { leastBytesPerSecond: order.leastBytesPerSecond }),
      ...(signal ? { signal } : {}),
    });
    const succeeded = reply.status >= 200 && reply.status <= 299;
    if (!succeeded) throw new ServiceError(problemOfReply(await readErrorReply(reply), clock.now(), scrubber));
    place.settle();
    return { reply, url, at };
  } catch (error) {
    giveUp(place, error);
    throw toDoubt(failureOf(error, signal), order.what);
  }
}

function giveUp(place: SendSlot, error: unknown): void {
  const problem = error instanceof ServiceError ? error.problem : null;
  if (error instanceof TransportError && error.phase === 'not-sent') place.release();
  else if (problem === null) place.lost();
  else if (problem.kind === 'rate-limited') place.refused(problem.retryAfterMs);
  else place.settle();
}

export const failureOf = (error: unknown, signal: AbortSignal | undefined): unknown =>
  signal?.aborted ? signal.reason : asServiceError(error);

/** Converts a failure to `in-doubt` if the service may have carried out the request. */
export function toDoubt(error: unknown, operation: DoubtfulOperation | undefined): unknown {
  if (operation === undefined || !(error instanceof ServiceError)) return error;
  const { problem } = error;
  const isLost = (problem.kind === 'connection' && problem.phase === 'sent') || problem.kind === 'unreadable-reply';
  return isLost ? new ServiceError({ kind: 'in-doubt', what: operation, why: problem, self: null }) : error;
}

/** @throws ServiceError, `in-doubt` if the answer is lost or unreadable and `order.what` is set */
export async function requestOnce<T>(
  order: SendOrder,
  signal: AbortSignal | undefined,
  context: SendContext,
  kind: ReplyKind,
  reader: (reply: ReplyText, context: ReadingContext) => T,
): Promise<T> {
  const { reply, url } = await sendOnce(order, signal, context);
  try {
    const text = await readWithin(context.timeouts.exchangeMs, reply, () => readReply(reply, REPLY_BOUNDS[kind]));
    return reader(text, { baseUrl: context.baseUrl, readFrom: url, scrubber: context.scrubber });
  } catch (error) {
    throw toDoubt(failureOf(error, signal), order.what);
  } finally {
    reply.discard();
  }
}
