// Download of audio by signed address: no credentials, they are in the address.
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { FORMATS } from '../../codecs/formats.ts';
import { ServiceError } from '../http/errors.ts';
import type { RouteContext } from './context.ts';
import { sendFile } from './send-file.ts';

interface AudioAddress {
  Params: { file: string };
  Querystring: { expires?: unknown; signature?: unknown };
}

const MEDIA_TYPES = new Map(Object.values(FORMATS).map(({ extension, mediaType }) => [extension, mediaType]));

/** The media type of an audio file, by its name. */
export const mediaTypeOf = (file: string): string => MEDIA_TYPES.get(file.split('.').at(-1) ?? '') ?? 'audio/mpeg';

const refused = (message: string): ServiceError => new ServiceError(403, 'ADDRESS_INVALID', message);

/** Registers `GET /audio/{file}?expires=…&signature=…`. */
export function registerAudio(app: FastifyInstance, { signer, audioFolder }: RouteContext): void {
  app.get<AudioAddress>('/audio/:file', { config: { isOpen: true } }, (request, reply) => {
    const { file } = request.params;
    const { expires, signature } = request.query;
    const verdict = signer.check(file, String(expires ?? ''), String(signature ?? ''));
    if (verdict === 'forged') throw refused('This address of an audio file was not given out by this service.');
    if (verdict === 'expired')
      throw refused('This address of an audio file has expired: read the job again for a new one.');
    // A signed name was made here: it holds no path.
    return sendFile(request, reply, join(audioFolder, file), mediaTypeOf(file));
  });
}
