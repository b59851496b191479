// From whatever was thrown to an answer of the documented form.
import type { FastifyError, FastifyReply } from 'fastify';
import { DECISIONS } from './decisions.ts';
import { invalidParameters, RateLimitedError, ServiceError } from './errors.ts';
import type { Log } from './host/log.ts';

const MEGABYTE = 1024 * 1024;

/** What fastify itself refuses, in the service's words. */
function ownWords(error: FastifyError): ServiceError | undefined {
  switch (error.statusCode) {
    case 413: {
      const most = DECISIONS.bodyBytes / MEGABYTE;
      return new ServiceError(413, 'PAYLOAD_TOO_LARGE', `The body of a request must be at most ${most} MiB long.`);
    }
    case 415:
      return new ServiceError(
        415,
        'UNSUPPORTED_MEDIA_TYPE',
        'The body must be JSON, with content-type: application/json.',
      );
    case 400:
      if (error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY') return invalidParameters('The body is missing.');
      if (error.code === 'FST_ERR_BAD_URL') return invalidParameters('The path of the request is malformed.');
      return invalidParameters('The body is no valid JSON.');
    default:
      return undefined;
  }
}

/** Sends the answer for an error. What nobody foresaw is logged and answered with 500. */
export function replyWithError(thrown: unknown, reply: FastifyReply, log: Log): FastifyReply {
  if (thrown instanceof RateLimitedError) {
    // A bare string would be sent as it is: the interface wants a JSON string.
    return reply
      .code(429)
      .header('retry-after', String(thrown.retryAfterSeconds))
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(thrown.message));
  }
  const isFastify = thrown instanceof Error && 'statusCode' in thrown;
  const error = isFastify ? ownWords(thrown as FastifyError) : thrown;
  if (error instanceof ServiceError) {
    return reply
      .code(error.status)
      .headers({ ...error.headers })
      .send({ error_message: error.message, error_id: error.errorId });
  }
  const what = thrown instanceof Error ? thrown : new Error(String(thrown));
  // The stack says where; the message could carry what somebody sent.
  log.error({ name: what.name, where: (what.stack ?? '').split('\n').slice(1, 4).join(' ') }, 'a request failed');
  return reply.code(500).send({ message: 'Something unexpected went wrong in the service.', error: 'INTERNAL' });
}
