import { GrowingBytes } from '../../../node/files/incoming-file.ts';
import { type HttpReply, type HttpRequest, type HttpTransport, TransportError } from '../ports.ts';
import type { ReplyText } from './error-body.ts';
import { ServiceError } from './service-error.ts';

/** All values are in milliseconds and above 0. */
export interface ClientTimeouts {
  readonly connectMs: number;
  /** Longest silence before or during a reply. */
  readonly idleMs: number;
  /** Time limit for the whole exchange, even if data is still arriving. */
  readonly exchangeMs: number;
  readonly downloadMs: number;
  /** How long a single-generation job is polled after its event stream ends. */
  readonly followMs: number;
}

export const DEFAULT_TIMEOUTS: ClientTimeouts = {
  connectMs: 15_000,
  idleMs: 60_000,
  exchangeMs: 300_000,
  downloadMs: 900_000,
  followMs: 3_600_000,
};

/** A slower reply would occupy its connection for hours. Even the slowest usable network is ten times faster. */
export const MIN_BYTES_PER_SECOND = 1024;

/** Compressed replies are rejected, because limiting their size wouldn't limit their uncompressed size. */
export const COMMON_HEADERS = { 'user-agent': 'Lectern', 'accept-encoding': 'identity' } as const;

export type Get = Omit<HttpRequest, 'method' | 'body' | 'freshConnection'>;

/**
 * Retries once if the server was closing a kept-alive connection at that moment, because this isn't a service failure.
 */
export async function sendGet(transport: HttpTransport, request: Get): Promise<HttpReply> {
  try {
    return await transport.send({ ...request, method: 'GET' });
  } catch (error) {
    if (!(error instanceof TransportError) || !error.keptConnection || error.kind !== 'reset') throw error;
    return transport.send({ ...request, method: 'GET', freshConnection: true });
  }
}

/** Runs the request with a signal that also fires on timeout. Timeouts are reported as such. */
export async function withTimeout<T>(
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

export function asServiceError(error: unknown): unknown {
  if (!(error instanceof TransportError)) return error;
  const { phase, kind, origin, code } = error;
  return new ServiceError({ kind: 'connection', phase, failure: kind, origin, code });
}

/** @throws TransportError; ServiceError `oversized-reply`, or `unreadable-reply` if compressed */
export async function readReply(reply: HttpReply, bounds: ReplyBounds): Promise<ReplyText> {
  const { status, headers } = reply;
  const text = new TextDecoder().decode(await readBytes(reply, bounds.bytes));
  rejectOversized(text, bounds, status);
  return { status, headers, text };
}

export async function readBytes(reply: HttpReply, maximum: number): Promise<Uint8Array> {
  rejectCompressed(reply);
  const { status } = reply;
  // The announced length might be wrong, but if it exceeds the limit, there is no need to read any further.
  if (Number(reply.headers['content-length'] ?? 0) > maximum) {
    reply.discard();
    throw oversizedReplyError(status, maximum);
  }
  const body = new GrowingBytes();
  let leave: (() => void) | undefined;
  try {
    for await (const chunk of reply.body) {
      if (body.length + chunk.byteLength > maximum) {
        reply.discard();
        throw oversizedReplyError(status, maximum);
      }
      body.add(chunk);
      if (body.length > LARGE_BYTES) leave ??= await acquireLargeReadSlot();
    }
    return body.bytes();
  } finally {
    leave?.();
  }
}

const oversizedReplyError = (status: number, maximum: number): ServiceError =>
  new ServiceError({ kind: 'oversized-reply', status, limit: { unit: 'bytes', most: maximum } });

/** Size in bytes. Bodies larger than this are read one at a time, because several at once could use too much memory. */
const LARGE_BYTES = 512 * 1024;
let lastLarge: Promise<void> = Promise.resolve();

async function acquireLargeReadSlot(): Promise<() => void> {
  const before = lastLarge;
  const { promise, resolve } = Promise.withResolvers<void>();
  lastLarge = before.then(() => promise);
  await before;
  return resolve;
}

export async function readWithin<T>(milliseconds: number, reply: HttpReply, run: () => Promise<T>): Promise<T> {
  const timer = setTimeout(() => reply.discard(), milliseconds);
  return run().finally(() => clearTimeout(timer));
}

/** Time limit for reading an error's body, in milliseconds. The status is already known, regardless of the body. */
const ERROR_BODY_MS = 10_000;

/** Only the beginning matters. Returns an empty text if reading fails. */
export async function readErrorReply(reply: HttpReply): Promise<ReplyText> {
  const { status, headers } = reply;
  const text = await readWithin(ERROR_BODY_MS, reply, () => readReply(reply, REPLY_BOUNDS.error)).then(
    (read) => read.text,
    () => '',
  );
  return { status, headers, text };
}

export function rejectCompressed(reply: HttpReply): void {
  const encoding = reply.headers['content-encoding'];
  if (encoding === undefined || /^\s*(identity\s*)?$/i.test(encoding)) return;
  reply.discard();
  throw new ServiceError({
    kind: 'unreadable-reply',
    status: reply.status,
    fault: 'compressed',
  });
}

interface ReplyBounds {
  readonly bytes: number;
  /**
   * Limits the number of JSON values, because a single byte of JSON can become an object that takes up a hundred bytes.
   * Legitimate replies contain about a tenth of this number.
   */
  readonly values: number;
}

const KIB = 1024;
const MIB = 1024 ** 2;

/** Fifty child jobs, whose text can be long and escaped. */
const BATCH: ReplyBounds = { bytes: 8 * MIB, values: 50_000 };
/** A catalogue of 10,000 voices with all fields. */
const VOICES: ReplyBounds = { bytes: 8 * MIB, values: 200_000 };
const RESOURCE: ReplyBounds = { bytes: 2 * MIB, values: 5_000 };

export const REPLY_BOUNDS = {
  batch: BATCH,
  child: RESOURCE,
  voices: VOICES,
  clonedVoices: VOICES,
  clone: RESOURCE,
  singleJob: RESOURCE,
  error: { bytes: 256 * KIB, values: 5_000 },
} as const satisfies Readonly<Record<string, ReplyBounds>>;
export type ReplyKind = keyof typeof REPLY_BOUNDS;

/** More than ten times the maximum nesting depth in the interface. */
const MAX_DEPTH = 64;

/** Counts the values without parsing. Accepts text that isn't JSON. @throws ServiceError `oversized-reply` */
export function rejectOversized(text: string, { values: maximum }: ReplyBounds, status: number): void {
  if (!/^\s*[[{]/.test(text.slice(0, KIB))) return;
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COMMA) values += 1;
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      values += 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw excessError(status, { unit: 'levels', most: MAX_DEPTH });
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
    if (values > maximum) throw excessError(status, { unit: 'values', most: maximum });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

const excessError = (
  status: number,
  limit: { readonly unit: 'levels' | 'values'; readonly most: number },
): ServiceError => new ServiceError({ kind: 'oversized-reply', status, limit });
