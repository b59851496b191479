// The listing of voices, and their samples.
import type { FastifyInstance } from 'fastify';
import { PATHS } from '../../shared/service/requests.ts';
import type { Voice } from '../../shared/service/voices.ts';
import { notFound } from '../errors.ts';
import type { EngineVoice } from '../speech/speech-engine.ts';
import { callerOf, originOf, type RouteContext } from './context.ts';
import { sendFile } from './send-file.ts';

const listed = (voice: EngineVoice, origin: string): Voice => ({
  id: voice.id,
  name: voice.name,
  sample: `${origin}/samples/${voice.slug}.mp3`,
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
});

/** Registers `GET /api/v2/voices` and the samples that it points to, which need no credentials. */
export function registerVoices(app: FastifyInstance, context: RouteContext): void {
  app.get(PATHS.voices, (request, reply) => {
    context.limits.count(callerOf(request), 'list');
    const origin = originOf(request);
    return reply.send(context.voices.map((voice) => listed(voice, origin)));
  });

  app.get<{ Params: { file: string } }>('/samples/:file', { config: { isOpen: true } }, async (request, reply) => {
    const slug = /^([a-z0-9-]+)\.mp3$/.exec(request.params.file)?.[1];
    const voice = context.voices.find((one) => one.slug === slug);
    if (voice === undefined) throw notFound('There is no such sample.');
    return sendFile(request, reply, await context.samples.path(voice), 'audio/mpeg');
  });
}
