// Bodies: JSON in UTF-8, and nothing else but what a route says itself.
import type { FastifyInstance, FastifyRequest, RawRequestDefaultExpression } from 'fastify';
import { DECISIONS } from '../common/decisions.ts';
import { BodyRoom } from './body-room.ts';
import { bodyTooLong, invalidParameters, ServiceError } from './errors.ts';
import { BodyTooLongError, receiveBody } from './receive-body.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

const [QUOTE, BACKSLASH] = Buffer.from('"\\');
const BEFORE_VALUES = new Set(Buffer.from('[{,:'));

/** How many values a JSON text has, about; `most` where it has that many or more. */
function countValues(json: Uint8Array, most: number): number {
  let count = 1;
  let isText = false;
  for (let at = 0; at < json.length && count < most; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === QUOTE) isText = !isText;
    else if (!isText) count += BEFORE_VALUES.has(byte) ? 1 : 0;
    else if (byte === BACKSLASH) at += 1;
  }
  return count;
}

function parsed(bytes: Buffer): unknown {
  // Not every call needs a body: a missing one is reported where the body is checked.
  if (bytes.length === 0) return undefined;
  const most = DECISIONS.bodyValues;
  // A few bytes of JSON can become a hundred times as much: what no request can mean is not even read.
  if (countValues(bytes, most + 1) > most)
    throw invalidParameters(`The body has too many values: at most ${most} are read.`);
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

/** @throws ServiceError 415 where a body says that it is compressed */
export function refuseCompressed({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && !/^\s*(identity\s*)?$/i.test(encoding)) {
    throw new ServiceError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must not be compressed.');
  }
}

/** @throws ServiceError 415 where a body says that it is of another character set */
function refuseCharset({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(headers['content-type'] ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new ServiceError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON in UTF-8.');
  }
}

/** @throws ServiceError 400, 413 */
async function received(
  { headers }: FastifyRequest,
  payload: RawRequestDefaultExpression,
  room: BodyRoom,
): Promise<unknown> {
  const announced = headers['content-length'];
  if (Number(announced ?? 0) > DECISIONS.bodyBytes) throw bodyTooLong(DECISIONS.bodyBytes);
  const { bytes, release } = await receiveBody(payload, DECISIONS.bodyBytes, room).catch((error: unknown) => {
    throw error instanceof BodyTooLongError
      ? bodyTooLong(DECISIONS.bodyBytes)
      : invalidParameters('The body ended before its end.');
  });
  try {
    if (announced !== undefined && Number(announced) !== bytes.length) {
      throw invalidParameters('The body is not as long as its content-length.');
    }
    return parsed(bytes);
  } finally {
    release();
  }
}

/** Has bodies read as JSON. An empty one is `undefined`. */
export function takeJson(app: FastifyInstance): void {
  const room = new BodyRoom(DECISIONS.bodyRoomBytes);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: RawRequestDefaultExpression) => {
      refuseCompressed(request);
      refuseCharset(request);
      return received(request, payload, room);
    },
  );
}
