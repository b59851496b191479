// Downloads audio and other files from any address, never with credentials or cookies.
import type { ReplyProblem } from '../../../shared/model/problems/service-problem.ts';
import type { Clock, HttpReply, HttpTransport, Random } from '../ports.ts';
import type { AudioLimit } from '../rules/longest-speech.ts';
import { problemOfReply, type SecretScrubber } from './error-body.ts';
import {
  asServiceError,
  type ClientTimeouts,
  COMMON_HEADERS,
  MIN_BYTES_PER_SECOND,
  readErrorReply,
  rejectCompressed,
  sendGet,
  withTimeout,
} from './exchange.ts';
import { isPrivateAddress, resolveLink } from './links.ts';
import { type RetryPolicy, withRetries } from './retry.ts';
import { ServiceError } from './service-error.ts';

export interface DownloadSink {
  write(chunk: Uint8Array): void | Promise<void>;
  restart(): void | Promise<void>;
  readonly position: number;
}

export interface DownloadOptions {
  /** Larger files are neither requested nor read. */
  readonly limit: AudioLimit;
  /** A file of any other size is an error. */
  readonly sizeBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly tries?: number | undefined;
  /** Identifies the file from which the sink's existing bytes come. If this is missing, those bytes are discarded. */
  readonly mark?: FileValidator | undefined;
  /** Time limit for one attempt regardless of file size, in seconds. Defaults to one hour. */
  readonly longestSeconds?: number | undefined;
}

/** Identifies a version of a file, so that a download is only resumed if the file hasn't changed. */
export interface FileValidator {
  /** If null, the next attempt starts over. */
  validator: string | null;
}

export interface DownloadContext {
  readonly baseUrl?: URL;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly random: Pick<Random, 'next'>;
  readonly timeouts: ClientTimeouts;
  readonly retry: RetryPolicy;
  readonly scrubber: SecretScrubber;
}

const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const EXPIRED: ReadonlySet<number> = new Set([401, 403, 404, 410]);

/** The speed of a slow but working network, in bytes per second. Large files get a proportionally longer time limit. */
const SLOW_BYTES_PER_SECOND = 2 * 1024;
/** In seconds. Prevents a download from blocking others, regardless of the announced size. */
const MAX_SECONDS = 3600;

const FOREIGN_TYPE = /^\s*(text\/|application\/(json|xml|xhtml)|multipart\/)/i;

interface Progress {
  readonly mark: FileValidator;
  /** False once the server has sent the wrong part of a file. From then on, only whole files are requested. */
  inParts: boolean;
}

/** Resumes an interrupted download if the server supports it. @throws ServiceError; the signal's reason */
export async function downloadTo(
  address: string,
  to: DownloadSink,
  options: DownloadOptions,
  context: DownloadContext,
): Promise<void> {
  const start = URL.parse(address);
  const named = start && resolveLink(address, start);
  if (!named) throw new ServiceError({ kind: 'unusable-address' });
  const isUpgraded = context.baseUrl?.protocol === 'https:' && !isPrivateAddress(named);
  const url = isUpgraded ? overHttps(named) : named;
  const { signal, limit, sizeBytes = 0, longestSeconds = MAX_SECONDS } = options;
  if (sizeBytes > limit.bytes) throw oversizedAudioError(limit);
  const slowSeconds = Math.min(longestSeconds, sizeBytes / SLOW_BYTES_PER_SECOND);
  const patienceMs = Math.max(context.timeouts.downloadMs, slowSeconds * 1000);
  const progress: Progress = { mark: options.mark ?? { validator: null }, inParts: true };
  await withRetries(
    { ...context.retry, tries: options.tries ?? context.retry.tries },
    { clock: context.clock, random: context.random, signal },
    () =>
      withTimeout(patienceMs, signal, (inner) =>
        attempt(url, to, { ...options, signal: inner }, context, progress),
      ).catch((error) => {
        throw asServiceError(error);
      }),
  ).catch((error) => {
    const { problem } = error instanceof ServiceError ? error : { problem: null };
    // A download that was too slow did connect successfully over https.
    const isOutOfReach = problem?.kind === 'connection' && problem.failure !== 'too-slow';
    if (!isUpgraded || !isOutOfReach || signal?.aborted) throw error;
    throw new ServiceError({ kind: 'insecure-audio', origin: named.origin });
  });
}

/** Returns the same address over https. A port other than 80 is kept, as in browsers (RFC 6797, section 8.3). */
function overHttps(url: URL): URL {
  const encrypted = new URL(url);
  encrypted.protocol = 'https:';
  return encrypted;
}

async function attempt(
  url: URL,
  to: DownloadSink,
  options: DownloadOptions,
  context: DownloadContext,
  progress: Progress,
): Promise<void> {
  if (progress.mark.validator === null && to.position > 0) await to.restart();
  const { position } = to;
  const headers: Record<string, string> = { ...COMMON_HEADERS, accept: '*/*' };
  if (position > 0 && progress.mark.validator !== null) {
    headers['range'] = `bytes=${position}-`;
    headers['if-range'] = progress.mark.validator;
  }
  const reply = await follow(url, headers, options, context);
  const total = await expectedTotal(reply, to, progress, context);
  await copy(reply, to, options.sizeBytes ?? total, options.limit, progress);
}

async function follow(
  from: URL,
  headers: Record<string, string>,
  { signal, sizeBytes = 0, longestSeconds = MAX_SECONDS }: DownloadOptions,
  { transport, timeouts }: DownloadContext,
): Promise<HttpReply> {
  let url = from;
  for (let hops = 0; ; hops += 1) {
    const reply = await sendGet(transport, {
      url,
      headers,
      connectTimeoutMs: timeouts.connectMs,
      idleTimeoutMs: timeouts.idleMs,
      // Abort a large file that arrives very slowly, instead of waiting for the whole time limit.
      leastBytesPerSecond: Math.max(MIN_BYTES_PER_SECOND, sizeBytes / longestSeconds),
      ...(signal ? { signal } : {}),
    });
    const location = reply.headers['location'];
    if (!REDIRECTS.has(reply.status) || location === undefined || hops === MAX_REDIRECTS) return reply;
    reply.discard();
    const next = resolveLink(location, url);
    if (!next) throw new ServiceError({ kind: 'unusable-address' });
    if (url.protocol === 'https:' && !isPrivateAddress(next)) {
      throw new ServiceError({ kind: 'insecure-address', origin: next.origin });
    }
    url = next;
  }
}

/** Checks that the reply continues the sink's content. Returns the whole file's size, or null if it is unknown. */
async function expectedTotal(
  reply: HttpReply,
  to: DownloadSink,
  progress: Progress,
  context: DownloadContext,
): Promise<number | null> {
  const { status, headers } = reply;
  const { position } = to;
  if (status === 200 || status === 206) rejectForeignReply(reply, context.scrubber);
  if (status === 200) {
    if (position > 0) await to.restart();
    progress.mark.validator = progress.inParts ? validatorOf(headers) : null;
    const length = Number(headers['content-length'] ?? Number.NaN);
    return Number.isSafeInteger(length) ? length : null;
  }
  if (status === 206) {
    const range = contentRangeOf(headers['content-range']);
    const sameFile =
      !headers['etag'] || !progress.mark.validator?.startsWith('"') || headers['etag'] === progress.mark.validator;
    if (position > 0 && range?.start === position && sameFile) return range.total;
    reply.discard();
    startOver(progress);
    throw unreadable(status, 'other-range');
  }
  if (status === 416) {
    reply.discard();
    startOver(progress);
    throw unreadable(status, 'no-range');
  }
  if (EXPIRED.has(status)) {
    reply.discard();
    throw new ServiceError({ kind: 'address-expired', status });
  }
  throw new ServiceError(problemOfReply(await readErrorReply(reply), context.clock.now(), context.scrubber));
}

function startOver(progress: Progress): void {
  progress.mark.validator = null;
  progress.inParts = false;
}

/** @throws ServiceError `not-the-service`, or `unreadable-reply` if compressed */
export function rejectForeignReply(reply: HttpReply, scrubber: SecretScrubber): void {
  rejectCompressed(reply);
  const contentType = reply.headers['content-type'];
  if (contentType === undefined || !FOREIGN_TYPE.test(contentType)) return;
  reply.discard();
  const named = scrubber.scrub(contentType).slice(0, 80);
  throw new ServiceError({ kind: 'not-the-service', status: reply.status, contentType: named });
}

async function copy(
  reply: HttpReply,
  to: DownloadSink,
  expected: number | null,
  limit: AudioLimit,
  progress: Progress,
): Promise<void> {
  const refuse = (error: ServiceError): never => {
    reply.discard();
    progress.mark.validator = null;
    throw error;
  };
  if (expected !== null && expected > limit.bytes) refuse(oversizedAudioError(limit));
  for await (const chunk of reply.body) {
    const bytes = to.position + chunk.byteLength;
    if (bytes > limit.bytes) refuse(oversizedAudioError(limit));
    if (expected !== null && bytes > expected) {
      refuse(new ServiceError({ kind: 'oversized-download', limitBytes: expected }));
    }
    await to.write(chunk);
  }
  if (expected !== null && to.position < expected) {
    throw new ServiceError({ kind: 'incomplete-download', receivedBytes: to.position, expectedBytes: expected });
  }
}

export const oversizedAudioError = ({ bytes, seconds }: AudioLimit): ServiceError =>
  new ServiceError({ kind: 'oversized-download', limitBytes: bytes, bound: { seconds } });

const unreadable = (status: number, fault: ReplyProblem) =>
  new ServiceError({ kind: 'unreadable-reply', status, fault });

// Range requests (RFC 9110, sections 13.1.5 and 14)

/** Returns the validator for `If-Range`, or null if there is none. */
export function validatorOf(headers: Readonly<Record<string, string>>): string | null {
  if (/^\s*none\s*$/i.test(headers['accept-ranges'] ?? '')) return null;
  const etag = headers['etag']?.trim();
  // A weak entity tag doesn't guarantee identical bytes.
  if (etag && /^".*"$/.test(etag)) return etag;
  const modified = headers['last-modified']?.trim();
  return modified && !Number.isNaN(Date.parse(modified)) ? modified : null;
}

interface ContentRange {
  readonly start: number;
  readonly total: number | null;
}

/** Parses a header like `Content-Range: bytes 5-9/10`. Returns null if it is missing or invalid. */
export function contentRangeOf(value: string | undefined): ContentRange | null {
  const [, first, last, whole] = /^\s*bytes\s+(\d+)-(\d+)\/(\d+|\*)\s*$/i.exec(value ?? '') ?? [];
  if (first === undefined || last === undefined || whole === undefined) return null;
  const start = Number(first);
  const total = whole === '*' ? null : Number(whole);
  return Number(last) < start || (total !== null && Number(last) >= total) ? null : { start, total };
}
