import { AUDIO_FORMATS } from '@lectern/audio/formats';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../http/errors.ts';
import type { OpenObject } from '../ports/objects.ts';
import type { RouteContext } from './context.ts';

interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a Range header (RFC 9110, section 14). Only a single byte range is supported.
 * @returns 'none' if the range is unsatisfiable
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'all' | 'none' {
  const found = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = found ?? [];
  if (found === null || (first === '' && last === '')) return 'all';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'none' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'all';
  return start >= size ? 'none' : { start, end };
}

/** Sends a file, which must be immutable. @throws ApiError 404 if it is missing */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: OpenObject | undefined,
  mediaType: string,
): Promise<FastifyReply> {
  if (file === undefined) throw notFound('The audio file no longer exists.');
  const { size } = file;
  const tag = `"${file.tag}"`;
  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === tag ? parseRange(request.headers.range, size) : 'all';
  reply.header('accept-ranges', 'bytes').header('etag', tag).header('cache-control', 'private, max-age=3600');
  if (request.headers['if-none-match'] === tag) {
    await file.close();
    return reply.code(304).send();
  }
  if (range === 'none') {
    await file.close();
    return reply.code(416).header('content-range', `bytes */${size}`).send();
  }
  const { start, end } = range === 'all' ? { start: 0, end: size - 1 } : range;
  if (range !== 'all') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  reply.type(mediaType).header('content-length', String(end - start + 1));
  if (size === 0) {
    await file.close();
    return reply.send();
  }
  return reply.send(file.read(start, end));
}

interface AudioAddress {
  Params: { file: string };
  Querystring: { expires?: unknown; signature?: unknown };
}

const MEDIA_TYPES = new Map<string, string>(
  Object.values(AUDIO_FORMATS).map(({ extension, mediaType }) => [extension, mediaType]),
);

export const mediaTypeOf = (file: string): string =>
  MEDIA_TYPES.get(file.slice(file.lastIndexOf('.') + 1)) ?? 'audio/mpeg';

const invalidAddress = (message: string): ApiError => new ApiError(403, 'ADDRESS_INVALID', message);

/** Registers `GET /audio/{file}?expires=…&signature=…`. */
export function registerAudio(app: FastifyInstance, { signer, objects }: RouteContext): void {
  app.get<AudioAddress>('/audio/:file', { config: { isOpen: true } }, async (request, reply) => {
    const { file } = request.params;
    const { expires, signature } = request.query;
    const verdict = signer.verify(file, String(expires ?? ''), String(signature ?? ''));
    if (verdict === 'forged') throw invalidAddress('The signature of this audio URL is invalid.');
    if (verdict === 'expired')
      throw invalidAddress('This audio URL has expired: retrieve the job again to get a new one.');
    // A valid signature proves that the service generated the name.
    return sendFile(request, reply, await objects.open(file), mediaTypeOf(file));
  });
}
