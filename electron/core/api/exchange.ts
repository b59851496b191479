// One exchange with a server, bounded in time and size.
import type { HttpReply, HttpRequest, HttpTransport } from '../ports.ts';
import { sizeInWords } from './byte-words.ts';
import type { ReplyText } from './error-body.ts';
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
 * Reads a reply's whole body as text.
 *
 * @param limitBytes more is not read
 * @throws TransportError; ServiceError `unreadable-reply` where the body is larger than the limit, or compressed
 */
export async function readReply(reply: HttpReply, limitBytes: number): Promise<ReplyText> {
  const bytes = await readBytes(reply, limitBytes);
  return { status: reply.status, headers: reply.headers, text: new TextDecoder().decode(bytes) };
}

/** The same as bytes. */
export async function readBytes(reply: HttpReply, limitBytes: number): Promise<Uint8Array> {
  refuseCompressed(reply);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of reply.body) {
    bytes += chunk.byteLength;
    if (bytes > limitBytes) {
      reply.discard();
      const detail = `it is larger than ${sizeInWords(limitBytes)}`;
      throw new ServiceError({ kind: 'unreadable-reply', status: reply.status, detail });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Runs for so long at most: then the reply is given up, and whatever reads it fails. */
export async function readWithin<T>(milliseconds: number, reply: HttpReply, run: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => reply.discard(), milliseconds);
  return run().finally(() => clearTimeout(timer));
}

/** The most that an error's body may take to come, in milliseconds: whatever it says, what matters is there. */
const ERROR_BODY_MS = 10_000;

/** The same for an error's body, of which only the beginning matters: whatever goes wrong, there is an answer. */
export async function readErrorReply(reply: HttpReply): Promise<ReplyText> {
  const { status, headers } = reply;
  const text = await readWithin(ERROR_BODY_MS, reply, () => readReply(reply, 256 * 1024)).then(
    (read) => read.text,
    () => '',
  );
  return { status, headers, text };
}

/** @throws ServiceError `unreadable-reply` */
export function refuseCompressed(reply: HttpReply): void {
  const encoding = reply.headers['content-encoding'];
  if (encoding === undefined || /^\s*(identity)?\s*$/i.test(encoding)) return;
  reply.discard();
  throw new ServiceError({
    kind: 'unreadable-reply',
    status: reply.status,
    detail: 'it is compressed, which was not asked for',
  });
}
