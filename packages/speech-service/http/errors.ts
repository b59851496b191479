import type { ErrorId } from '@lectern/tts-protocol';
import type { FastifyError, FastifyReply } from 'fastify';
import { isFull, sqliteCode } from '../../../node/sqlite/sqlite-codes.ts';
import { DECISIONS } from '../common/decisions.ts';
import { type Logger, stackFrames, withFields } from '../common/log.ts';
import { StoreUnavailableError } from '../ports/objects.ts';
import { SpeechError } from '../speech/speech-engine.ts';

/** Identifiers beyond the documented ones ("Further error identifiers: not shown"). */
type ApiErrorId =
  | ErrorId
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'NOT_ACCEPTABLE'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'REQUEST_TIMEOUT'
  | 'HEADERS_TOO_LARGE'
  | 'EXPECTATION_FAILED'
  | 'ADDRESS_INVALID'
  | 'MISDIRECTED_REQUEST'
  | 'ORIGIN_NOT_ALLOWED';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly errorId: ApiErrorId;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, errorId: ApiErrorId, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.errorId = errorId;
    this.headers = headers;
  }
}

export const invalidParameters = (message: string): ApiError => new ApiError(400, 'INVALID_PARAMETERS', message);

const MEGABYTE = 1024 * 1024;

export const bodyTooLong = (maxBytes: number): ApiError =>
  new ApiError(413, 'PAYLOAD_TOO_LARGE', `The request body must be at most ${maxBytes / MEGABYTE} MiB.`);

export const notFound = (message: string): ApiError => new ApiError(404, 'NOT_FOUND', message);

export class RateLimitedError extends Error {
  override readonly name = 'RateLimitedError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many requests within a minute: please wait a moment and try again.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

function translateFastifyError(error: FastifyError): ApiError | undefined {
  switch (error.statusCode) {
    case 413:
      return bodyTooLong(DECISIONS.bodyBytes);
    case 415:
      return new ApiError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON, with content-type: application/json.');
    case 414:
      // No route has a path this long.
      return notFound('There is nothing at this path.');
    case 400:
      if (error.code === 'FST_ERR_BAD_URL') return invalidParameters('The path of the request is malformed.');
      return invalidParameters('The body is malformed.');
    default:
      return undefined;
  }
}

const STORE_RETRY_SECONDS = 5;
const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

function errorCodeOf(error: Error): string {
  const code = sqliteCode(error);
  if (code !== undefined) return String(code);
  return 'code' in error ? String(error.code) : '';
}

export function replyWithError(thrown: unknown, reply: FastifyReply, logger: Logger): FastifyReply {
  const log = withFields(logger, { request: reply.request.id });
  if (thrown instanceof RateLimitedError) {
    // Fastify would send a bare string unquoted, but the specification requires a JSON string.
    return reply
      .code(429)
      .header('retry-after', String(thrown.retryAfterSeconds))
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(thrown.message));
  }
  // Keep the connection open and drain the rest of the body; otherwise, the connection could be reset before the client
  // has received the response.
  reply.removeHeader('connection');
  const isFastify = thrown instanceof Error && 'statusCode' in thrown;
  const error = isFastify ? translateFastifyError(thrown as FastifyError) : thrown;
  if (error instanceof ApiError) {
    return reply
      .code(error.status)
      .headers({ ...error.headers })
      .send({ error_message: error.message, error_id: error.errorId });
  }
  if (thrown instanceof SpeechError) {
    log.warn({ reason: thrown.name }, 'a text was not spoken');
    return reply.code(500).send({ message: thrown.message, error: 'SPEECH_FAILED' });
  }
  if (thrown instanceof StoreUnavailableError) {
    log.error({ reason: thrown.message }, 'a stored file could not be used');
    return reply
      .code(503)
      .header('retry-after', String(STORE_RETRY_SECONDS))
      .send({ message: 'The service can’t reach its storage: please try again later.', error: 'STORAGE' });
  }
  const what = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = errorCodeOf(what);
  log.error({ name: what.name, code, where: stackFrames(what) }, 'a request failed');
  if (DISK_FULL.has(code) || isFull(what)) {
    return reply
      .code(500)
      .send({ message: 'The disk of the service is full: nothing was accepted.', error: 'DISK_FULL' });
  }
  return reply.code(500).send({ message: 'Something unexpected went wrong in the service.', error: 'INTERNAL' });
}
