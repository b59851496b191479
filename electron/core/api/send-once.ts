// What is sent once and never repeated, because it is paid, or makes something, each time.
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
import { type DoubtfulThing, ServiceError } from './service-error.ts';

/** A place in the rate budget, to be given up in one of three ways: the first of these calls counts. */
export interface SendPlace {
  /** The reply came, or will not come any more. */
  settle(): void;
  /** Nothing of the request left this machine. */
  release(): void;
  /** The service refused it (429). `retryAfterMs`: milliseconds, from `Retry-After`. */
  refused(retryAfterMs?: number): void;
}

/** The scopes of the rate budget whose calls are sent once; batches have a scheduler of their own. */
export type SendScope = 'stream' | 'single' | 'clone';

/** Waits for the rate budget of a scope. `characters`: code points of the texts that are to be spoken, 0 for none. */
export type BeforeSend<Scope extends SendScope = SendScope> = (
  scope: Scope,
  characters: number,
  signal?: AbortSignal,
) => Promise<SendPlace>;

export interface SendContext {
  readonly baseUrl: URL;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly timeouts: ClientTimeouts;
  readonly scrubber: SecretScrubber;
  readonly beforeSend: BeforeSend;
  /** Those of every call to an address, with the account's credentials where they belong. */
  readonly headersFor: (url: URL) => Record<string, string>;
}

export interface SendOrder {
  readonly method: 'POST' | 'DELETE';
  /** A documented path. */
  readonly path: string;
  readonly scope: SendScope;
  readonly characters: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: NonNullable<HttpRequest['body']>;
  /** What is in doubt when no answer comes; absent where that does not matter. */
  readonly what?: DoubtfulThing;
  /** Milliseconds until an answer must begin; else as long as any silence may be. */
  readonly patienceMs?: number;
  /** Of the answer's body; absent: it may be as slow as it likes, within the time that it has. */
  readonly leastBytesPerSecond?: number;
}

export interface Sent {
  /** With a status of success; its body is still to be read. */
  readonly reply: HttpReply;
  /** The address that it was sent to. */
  readonly url: URL;
  /** When it was sent, in milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Sends one request, on a connection of its own.
 *
 * @throws ServiceError for every reply that is no success; where none came, `connection`, or `in-doubt` where it can have
 * arrived and that matters. The signal's reason once it is aborted.
 */
export async function sendOnce(
  order: SendOrder,
  signal: AbortSignal | undefined,
  { baseUrl, transport, clock, timeouts, scrubber, beforeSend, headersFor }: SendContext,
): Promise<Sent> {
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
    throw doubtOf(failureOf(error, signal), order.what);
  }
}

function giveUp(place: SendPlace, error: unknown): void {
  const problem = error instanceof ServiceError ? error.problem : null;
  if (error instanceof TransportError && error.phase === 'not-sent') place.release();
  else if (problem?.kind === 'rate-limited') place.refused(problem.retryAfterMs);
  else place.settle();
}

/** What a caller gets to know of a failure: the signal's reason where it was the caller's own doing. */
export const failureOf = (error: unknown, signal: AbortSignal | undefined): unknown =>
  signal?.aborted ? signal.reason : asServiceError(error);

/** A failure after which the service may have done what it was sent, as what it is. */
export function doubtOf(error: unknown, what: DoubtfulThing | undefined): unknown {
  if (what === undefined || !(error instanceof ServiceError)) return error;
  const { problem } = error;
  const isLost = problem.kind === 'connection' ? problem.phase === 'sent' : problem.kind === 'unreadable-reply';
  return isLost ? new ServiceError({ kind: 'in-doubt', what, why: problem, self: null }) : error;
}

// A call that is sent once, and its whole answer.

/**
 * @param kind what the answer is, which bounds it
 * @param reader makes of a success what is wanted, or throws a ServiceError
 * @throws ServiceError: `in-doubt`, where the order says what is, for an answer that is lost or can't be read; the signal's
 * reason once it is aborted
 */
export async function answerOnce<T>(
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
    throw doubtOf(failureOf(error, signal), order.what);
  } finally {
    reply.discard();
  }
}
