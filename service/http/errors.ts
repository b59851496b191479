// What is answered when something is wrong ("Errors").
import type { ErrorId } from '../../shared/service/errors.ts';

/** Identifiers beside the documented ones ("Further error identifiers: not shown"). */
export type ServiceErrorId =
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

/** An answer with an error object as its body. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;
  readonly errorId: ServiceErrorId;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message one sentence for the client, without secrets or texts */
  constructor(
    status: number,
    errorId: ServiceErrorId,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.errorId = errorId;
    this.headers = headers;
  }
}

export const invalidParameters = (message: string): ServiceError =>
  new ServiceError(400, 'INVALID_PARAMETERS', message);

const MEGABYTE = 1024 * 1024;

/** @param most bytes */
export const bodyTooLong = (most: number): ServiceError =>
  new ServiceError(413, 'PAYLOAD_TOO_LARGE', `The body of a request must be at most ${most / MEGABYTE} MiB long.`);

export const notFound = (message: string): ServiceError => new ServiceError(404, 'NOT_FOUND', message);

/** A refusal for the rate ("429: a plain JSON string"). */
export class RateLimitedError extends Error {
  override readonly name = 'RateLimitedError';
  /** Seconds after which the same call fits, 1 to 60. */
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many requests in this minute: please wait a moment and try again.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
