import type { ListedRights, ListedVoice, PackRights } from '@lectern/tts-protocol';
import { PATHS } from '@lectern/tts-protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError, notFound } from '../http/errors.ts';
import { openFile } from '../store/folder-objects.ts';
import type { EngineVoice } from '../voices/voice.ts';
import { cloneIdentifier } from '../voices/voice-directory.ts';
import { sendFile } from './audio.ts';
import { callerOf, type RouteContext, requestOrigin } from './context.ts';

interface SampleRoute {
  Params: { file: string };
  Querystring: { expires?: unknown; signature?: unknown };
}

export const sampleName = ({ slug }: EngineVoice): string => `${slug}.mp3`;

const toListedVoice = (voice: EngineVoice, origin: string): ListedVoice => ({
  id: voice.id,
  name: voice.name,
  sample: voice.sample ?? `${origin}/samples/${sampleName(voice)}`,
  accent: voice.accent,
  age: voice.age,
  gender: voice.gender,
  language: voice.language,
  language_code: voice.languageCode,
  loudness: voice.loudness,
  style: voice.style,
  tempo: voice.tempo,
  texture: voice.texture,
  is_cloned: false,
  voice_engine: voice.voiceEngine,
  synthesizer: voice.synthesizer,
  styles: [...(voice.styles ?? [])],
  marks: [...(voice.marks ?? ['spelling'])],
  normalises: voice.normalises ?? false,
  ...(voice.rights && { rights: toListedRights(voice.rights) }),
});

export const toListedRights = (rights: PackRights): ListedRights => ({
  licence: rights.licence,
  licence_address: rights.licenceAddress ?? null,
  attribution: rights.attribution ?? null,
  commercial_use: rights.commercialUse,
  forbidden_uses: rights.forbiddenUses,
});

/** Clone samples are private, so their URLs are signed and expire. @throws ApiError 403 if the URL has expired */
async function findSignedClone(
  { params: { file }, query: { expires, signature } }: FastifyRequest<SampleRoute>,
  { signer, clones, voices }: RouteContext,
): Promise<EngineVoice | undefined> {
  const verdict = signer.verify(file, String(expires ?? ''), String(signature ?? ''), 'samples');
  // Check the signature first, because the response to a forged URL must not reveal whether the clone exists.
  if (verdict === 'forged') return undefined;
  if (verdict === 'expired') {
    throw new ApiError(403, 'ADDRESS_INVALID', 'This sample URL has expired: list the voices again to get a new one.');
  }
  const clone = await clones.findExisting(cloneIdentifier(file.replace(/\.mp3$/, '')));
  return clone && voices.cloned(clone);
}

export function registerVoices(app: FastifyInstance, context: RouteContext): void {
  app.get(PATHS.voices, async (request, reply) => {
    await context.limits.count(callerOf(request), 'list');
    const origin = requestOrigin(request);
    context.refreshVoices();
    return reply.send(context.voices.prebuilt.map((voice) => toListedVoice(voice, origin)));
  });

  app.get<SampleRoute>('/samples/:file', { config: { isOpen: true } }, async (request, reply) => {
    const { file } = request.params;
    const prebuilt = context.voices.prebuilt.find((one) => sampleName(one) === file);
    const voice = prebuilt ?? (await findSignedClone(request, context));
    if (voice === undefined || voice.sampleText === '') throw notFound('There is no such sample.');
    return sendFile(request, reply, await openFile(await context.samples.path(voice)), 'audio/mpeg');
  });
}
