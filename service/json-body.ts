// Bodies: JSON in UTF-8, and nothing else but what a route says itself.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidParameters, ServiceError } from './errors.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

function parsed(bytes: Buffer): unknown {
  // A body that must be there is missed by whoever checks it: not every call needs one.
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw invalidParameters('The body is not encoded as UTF-8.');
  }
  try {
    // What could poison a prototype is a field of its own here, and refused like any other that is not known.
    return JSON.parse(text);
  } catch {
    throw invalidParameters('The body is no valid JSON.');
  }
}

/** @throws ServiceError 415 where a body says that it is compressed, or of another character set */
function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !/^\s*(identity)?\s*$/i.test(encoding)) {
    throw new ServiceError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed.');
  }
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ServiceError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON in UTF-8.');
  }
}

/** Has bodies read as JSON. An empty one is `undefined`. */
export function takeJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    refuseEncoded(request);
    return parsed(body);
  });
}
