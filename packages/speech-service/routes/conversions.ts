// Version 1 of the interface ("Versioning" in the specification): the same jobs under different field names.
import { randomInt } from 'node:crypto';
import {
  type conversionCreatedSchema,
  conversionCreationSchema,
  type conversionStatusSchema,
  PATHS,
} from '@lectern/tts-protocol';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { DECISIONS } from '../common/decisions.ts';
import { joinMessages } from '../common/invalid-parameters.ts';
import { invalidParameters, notFound } from '../http/errors.ts';
import type { JobRequest } from '../jobs/intake.ts';
import type { StoredJob } from '../ports/jobs.ts';
import { createStreamOrder } from '../rendering/stream-order.ts';
import type { KnownVoice, VoiceDirectory } from '../voices/voice-directory.ts';
import { callerOf, parseBody, type RouteContext, requestOrigin } from './context.ts';
import { Resources } from './resources.ts';

export const ARTICLE_STATUS_PATH = '/api/v1/articleStatus';

export const articleQuerySchema = z.object({ transcriptionId: z.string().min(1) });

const PARAGRAPH_BREAK = '\n\n';

/** Finds a voice by identifier or name. Prebuilt voices come before the user's clones. */
async function findVoiceByIdOrName(
  idOrName: string,
  userId: string,
  voices: VoiceDirectory,
): Promise<KnownVoice | undefined> {
  const wanted = idOrName.toLowerCase();
  const isCalled = ({ name }: { readonly name: string }): boolean => name.toLowerCase() === wanted;
  const named = voices.prebuilt.find(isCalled) ?? (await voices.clonesOf(userId)).find(isCalled);
  return (await voices.find(userId, idOrName)) ?? (named && (await voices.find(userId, named.id)));
}

interface CheckedConversion {
  readonly wanted: JobRequest;
  readonly characters: number;
  readonly words: number;
}

async function checkConversion(body: unknown, userId: string, voices: VoiceDirectory): Promise<CheckedConversion> {
  const { content, voice: asked } = parseBody(conversionCreationSchema, body);
  const characters = content.reduce((sum, paragraph) => sum + countCharacters(paragraph), 0);
  const voice = await findVoiceByIdOrName(asked, userId, voices);
  const found: string[] = [];
  if (characters === 0) found.push('content must not be empty');
  const most = DECISIONS.textCharacters;
  if (characters > most) found.push(`content must be at most ${most} characters long (it has ${characters})`);
  if (voice === undefined) found.push('voice is neither the ID nor the name of a voice of this service');
  if (voice === undefined || found.length > 0) throw invalidParameters(joinMessages(found));
  const input = { voice_engine: voice.voiceEngine, text: content.join(PARAGRAPH_BREAK), voice: voice.id };
  return {
    wanted: { input, order: createStreamOrder(input, randomInt(DECISIONS.drawnSeeds)) },
    characters,
    words: content.join(' ').split(/\s+/).filter(Boolean).length,
  };
}

function conversionStatus(job: StoredJob, resources: Resources): z.input<typeof conversionStatusSchema> {
  const output = resources.output(job);
  return {
    transcriptionId: job.id,
    voice: job.input.voice,
    converted: job.status === 'completed',
    ...(output === null ? {} : { audioUrl: output.url, audioDuration: output.duration }),
    ...(job.status === 'failed' ? { error: true, errorMessage: job.error ?? '' } : {}),
  };
}

export function registerConversions(app: FastifyInstance, context: RouteContext): void {
  const { store, intake, limits, voices, signer } = context;

  app.post(PATHS.convert, async (request, reply) => {
    const { userId, ...account } = callerOf(request);
    const { wanted, characters, words } = await checkConversion(request.body, userId, voices);
    await limits.count({ userId, ...account }, 'single', characters);
    const { id } = await intake.acceptSingle(userId, 'conversion', wanted);
    const created: z.input<typeof conversionCreatedSchema> = {
      status: 'CREATED',
      transcriptionId: id,
      contentLength: characters,
      wordCount: words,
    };
    const location = `${requestOrigin(request)}${ARTICLE_STATUS_PATH}?transcriptionId=${id}`;
    return reply.code(201).header('location', location).send(created);
  });

  app.get(ARTICLE_STATUS_PATH, async (request, reply) => {
    const account = callerOf(request);
    const { transcriptionId } = parseBody(articleQuerySchema, request.query);
    await limits.count(account, 'read');
    const batch = await store.findBatch(account.userId, transcriptionId, 'conversion');
    const job = batch?.jobs[0];
    if (job === undefined) throw notFound('There is no such conversion.');
    return reply.send(conversionStatus(job, new Resources(requestOrigin(request), signer)));
  });
}
