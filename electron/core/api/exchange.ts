// One exchange with a server, bounded in time and size.

import { GrowingBytes } from '../../../node/files/growing-bytes.ts';
import type { HttpReply, HttpRequest, HttpTransport } from '../ports.ts';
import type { ReplyText } from './error-body.ts';
import { REPLY_BOUNDS, type ReplyBounds, refuseOverfull } from './reply-bounds.ts';
import { ServiceError } from './service-error.ts';
import { TransportError } from './transport-error.ts';

/** All in milliseconds, above 0. */
export interface ClientTimeouts {
  /** Until the connection stands. */
  readonly connectMs: number;
  /** Silence within a reply, or before it. */
  readonly idleMs: number;
  /** A whole exchange, however busy. */
  readonly exchangeMs: number;
  /** One try at an audio file. */
  readonly downloadMs: number;
  /** How long a job of single generation is read until it is finished, once its events don't come any more. */
  readonly followMs: number;
}

export const DEFAULT_TIMEOUTS: ClientTimeouts = {
  connectMs: 15_000,
  idleMs: 60_000,
  exchangeMs: 300_000,
  downloadMs: 900_000,
  followMs: 3_600_000,
};

/** A reply that is slower would hold its place for hours. The slowest line on which anything works has ten times that. */
export const LEAST_BYTES_PER_SECOND = 1024;

/** Lectern has no use for compressed replies: their size says nothing of what they unpack to. */
export const COMMON_HEADERS = { 'user-agent': 'Lectern', 'accept-encoding': 'identity' } as const;

export type Get = Omit<HttpRequest, 'method' | 'body' | 'freshConnection'>;

/**
 * Sends a GET. Where it fell on a kept connection that the other side was just closing, it is sent once more on a new
 * one: that is no failure of the service.
 *
 * @throws TransportError
 */
export async function sendGet(transport: HttpTransport, request: Get): Promise<HttpReply> {
  try {
    return await transport.send({ ...request, method: 'GET' });
  } catch (error) {
    if (!(error instanceof TransportError) || !error.keptConnection || error.kind !== 'reset') throw error;
    return transport.send({ ...request, method: 'GET', freshConnection: true });
  }
}

/**
 * Runs with a signal that fires when the caller's does or when the time is up; the latter reads as a time-out.
 *
 * @throws what `run` throws
 */
export async function within<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, milliseconds);
  const giveUp = () => controller.abort();
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    return await run(controller.signal);
  } catch (error) {
    throw late && error instanceof TransportError && error.kind === 'aborted' ? asTimeout(error) : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

function asTimeout({ phase, origin }: TransportError): TransportError {
  return new TransportError({ phase, origin, kind: phase === 'sent' ? 'timeout' : 'connect-timeout' });
}

/** A failure below HTTP as a problem with the service; anything else as it is. */
export function asServiceError(error: unknown): unknown {
  if (!(error instanceof TransportError)) return error;
  const { phase, kind, origin, code } = error;
  return new ServiceError({ kind: 'connection', phase, failure: kind, origin, code });
}

/**
 * Reads a reply's whole body as text, within bounds.
 *
 * @throws TransportError; ServiceError `oversized-reply`, or `unreadable-reply` where it is compressed
 */
export async function readReply(reply: HttpReply, bounds: ReplyBounds): Promise<ReplyText> {
  const { status, headers } = reply;
  const text = new TextDecoder().decode(await readBytes(reply, bounds.bytes));
  refuseOverfull(text, bounds, status);
  return { status, headers, text };
}

/**
 * The same as bytes.
 *
 * @param most bytes
 */
export async function readBytes(reply: HttpReply, most: number): Promise<Uint8Array> {
  refuseCompressed(reply);
  const { status } = reply;
  // The length is only said, but one that says too much needs no reading.
  if (Number(reply.headers['content-length'] ?? 0) > most) {
    reply.discard();
    throw tooLarge(status, most);
  }
  const body = new GrowingBytes();
  let leave: (() => void) | undefined;
  try {
    for await (const chunk of reply.body) {
      if (body.length + chunk.byteLength > most) {
        reply.discard();
        throw tooLarge(status, most);
      }
      body.add(chunk);
      if (body.length > LARGE_BYTES) leave ??= await enterLarge();
    }
    return body.bytes();
  } finally {
    leave?.();
  }
}

const tooLarge = (status: number, most: number): ServiceError =>
  new ServiceError({ kind: 'oversized-reply', status, limit: { unit: 'bytes', most } });

/**
 * Replies that are larger than this are read to their end one after another, however many are under way: each is allowed
 * some megabytes, and all of them together could be too much. Bytes.
 */
const LARGE_BYTES = 512 * 1024;
let lastLarge: Promise<void> = Promise.resolve();

/** Resolves when the large replies before have been read. @returns to be called when this one has */
async function enterLarge(): Promise<() => void> {
  const before = lastLarge;
  const { promise, resolve } = Promise.withResolvers<void>();
  lastLarge = before.then(() => promise);
  await before;
  return resolve;
}

/** Limits how long `run` may take: after that the reply is discarded, and reading it fails. */
export async function readWithin<T>(milliseconds: number, reply: HttpReply, run: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => reply.discard(), milliseconds);
  return run().finally(() => clearTimeout(timer));
}

/** The most that an error's body may take to come, in milliseconds: whatever it says, what matters is there. */
const ERROR_BODY_MS = 10_000;

/** The same for an error's body, of which only the beginning matters: whatever goes wrong, there is an answer. */
export async function readErrorReply(reply: HttpReply): Promise<ReplyText> {
  const { status, headers } = reply;
  const text = await readWithin(ERROR_BODY_MS, reply, () => readReply(reply, REPLY_BOUNDS.error)).then(
    (read) => read.text,
    () => '',
  );
  return { status, headers, text };
}

/** @throws ServiceError `unreadable-reply` */
export function refuseCompressed(reply: HttpReply): void {
  const encoding = reply.headers['content-encoding'];
  if (encoding === undefined || /^\s*(identity\s*)?$/i.test(encoding)) return;
  reply.discard();
  throw new ServiceError({
    kind: 'unreadable-reply',
    status: reply.status,
    detail: 'it is compressed, which was not asked for',
  });
}
