import { randomInt } from 'node:crypto';
import type { Engine, JobStatus } from '@lectern/tts-protocol';
import { PATHS, type SingleCreation, singleCreationSchema } from '@lectern/tts-protocol';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { DECISIONS } from '../common/decisions.ts';
import { joinMessages } from '../common/invalid-parameters.ts';
import { ApiError, invalidParameters, notFound } from '../http/errors.ts';
import type { StoredJob } from '../ports/jobs.ts';
import { createStreamOrder, type StreamOrder } from '../rendering/stream-order.ts';
import type { FindVoice } from '../voices/voice-directory.ts';
import { mediaTypeOf, sendFile } from './audio.ts';
import { engineOfVoice, speechIssues } from './check-speech.ts';
import { callerOf, parseBody, type RouteContext, requestOrigin } from './context.ts';
import { EventStream, JobEvents } from './job-events.ts';
import { Resources, type StoredSingle, singlePath, singleResource } from './resources.ts';

const Q_PARAMETER = /^\s*q\s*=\s*([01](?:\.\d{1,3})?)\s*$/i;

interface MediaRange {
  readonly type: string;
  readonly weight: number;
}

function parseMediaRanges(accept: string): MediaRange[] {
  return accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';');
    const weight = parameters.map((one) => Q_PARAMETER.exec(one)?.[1]).find((found) => found !== undefined);
    return { type: type.trim().toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
  });
}

/** Returns the preferred type of an Accept header (RFC 9110, section 12.5.1). Ignores full wildcards. */
export function preferredType<Name extends string>(
  accept: string | undefined,
  offers: Readonly<Record<Name, RegExp>>,
): Name | undefined {
  const names = Object.keys(offers) as Name[];
  let best: { readonly name: Name; readonly weight: number } | undefined;
  for (const { type, weight } of parseMediaRanges(accept ?? '')) {
    const name = names.find((one) => offers[one].test(type));
    if (name !== undefined && weight > (best?.weight ?? 0)) best = { name, weight };
  }
  return best?.name;
}

interface CheckedSingle {
  readonly input: SingleCreation & { readonly voice_engine: Engine };
  readonly order: StreamOrder;
  readonly characters: number;
}

/** Checks a request for a single job. @throws ApiError 400 that names each invalid field */
export function checkSingle(asked: SingleCreation, findVoice: FindVoice): CheckedSingle {
  const engine = asked.voice_engine ?? engineOfVoice(asked.voice, findVoice);
  const characters = countCharacters(asked.text);
  const found = speechIssues(asked, { engine, characters, most: DECISIONS.textCharacters, find: findVoice });
  if (found.length > 0) throw invalidParameters(joinMessages(found));
  const input = { ...asked, voice_engine: engine };
  return { input, order: createStreamOrder(input, asked.seed ?? randomInt(DECISIONS.drawnSeeds)), characters };
}

const JSON_OR_EVENTS = { json: /^application\/(json|\*)$/, events: /^text\/event-stream$/ };

/** Media ranges that match each type; WAV has several names. */
const AUDIO_RANGES: Readonly<Record<string, RegExp>> = {
  'audio/mpeg': /^audio\/(\*|mpeg|mp3)$/,
  'audio/wav': /^audio\/(\*|wav|wave|x-wav|vnd\.wave)$/,
  'audio/ogg': /^audio\/(\*|ogg)$/,
  'audio/flac': /^audio\/(\*|flac|x-flac)$/,
};

/** Returns the requested representation of a job. `other-audio` means audio in a different format. */
function requestedForm(accept: string | undefined, job: StoredJob): 'json' | 'events' | 'audio' | 'other-audio' {
  const anyAudio = { ...JSON_OR_EVENTS, audio: /^audio\// };
  const own = job.file === null ? undefined : AUDIO_RANGES[mediaTypeOf(job.file)];
  const form = preferredType(accept, own === undefined ? anyAudio : { ...JSON_OR_EVENTS, audio: own });
  return form ?? (preferredType(accept, anyAudio) === undefined ? 'json' : 'other-audio');
}

const NO_AUDIO_MESSAGES: Record<JobStatus, string> = {
  pending: 'There is no audio yet: the job has not started.',
  in_progress: 'There is no audio yet: the job is in progress.',
  failed: 'There is no audio: the job failed; retrieve it as JSON to see why.',
  completed: 'The audio file no longer exists.',
};

/** Sends a job's events until the job ends. If the client disconnects, the job continues. */
function sendEvents(request: FastifyRequest, reply: FastifyReply, job: StoredJob, context: RouteContext): FastifyReply {
  const { progress, signer, streamStallMs, stopping, now } = context;
  const { raw } = reply;
  const resources = new Resources(requestOrigin(request), signer);
  reply.hijack();
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    vary: 'accept',
    location: `${requestOrigin(request)}${singlePath(job.id)}`,
  });
  if (request.method === 'HEAD') {
    raw.end();
    return reply;
  }
  const events = new JobEvents(job.id, (ended) => resources.output(ended));
  let leave = (): void => {};
  const stream = new EventStream(raw, {
    source: events,
    pingMs: DECISIONS.pingSeconds * 1000,
    stallMs: streamStallMs,
    stopping,
    onClosed: () => leave(),
    now,
  });
  if (job.status === 'completed' || job.status === 'failed') {
    events.end(job);
  } else {
    const watching = progress.watch(job.id, {
      onProgress: (reached) => {
        if (events.advance(reached)) stream.pump();
      },
      onEnd: (ended) => {
        events.end(ended);
        stream.pump();
      },
    });
    leave = watching.leave;
    events.advance(watching.reached);
  }
  stream.pump();
  return reply;
}

export function registerSingle(app: FastifyInstance, context: RouteContext): void {
  const { store, intake, limits, voices, signer, objects } = context;

  app.post(PATHS.single, async (request, reply) => {
    const account = callerOf(request);
    const asked = parseBody(singleCreationSchema, request.body);
    const findVoice = await voices.finder(account.userId, [asked.voice, asked.voice_2]);
    const { input, order, characters } = checkSingle(asked, findVoice);
    await limits.count(account, 'single', characters);
    const batch = await intake.acceptSingle(account.userId, 'single', { input, order });
    if (preferredType(request.headers.accept, JSON_OR_EVENTS) === 'events') {
      return sendEvents(request, reply, batch.job, context);
    }
    const origin = requestOrigin(request);
    return reply
      .code(201)
      .header('location', `${origin}${singlePath(batch.id)}`)
      .header('vary', 'accept')
      .send(singleResource({ batch, job: batch.job }, new Resources(origin, signer)));
  });

  const read = async (userId: string, id: string): Promise<StoredSingle> => {
    const batch = await store.findBatch(userId, id, 'single');
    const job = batch?.jobs[0];
    if (batch === undefined || job === undefined) throw notFound('There is no such job.');
    return { batch, job };
  };

  app.get<{ Params: { id: string } }>(`${PATHS.single}/:id`, async (request, reply) => {
    const account = callerOf(request);
    await limits.count(account, 'read');
    const single = await read(account.userId, request.params.id);
    const { job } = single;
    reply.header('vary', 'accept');
    switch (requestedForm(request.headers.accept, job)) {
      case 'events':
        return sendEvents(request, reply, job, context);
      case 'audio':
        if (job.file === null) throw notFound(NO_AUDIO_MESSAGES[job.status]);
        return sendFile(request, reply, await objects.open(job.file), mediaTypeOf(job.file));
      case 'other-audio':
        throw new ApiError(406, 'NOT_ACCEPTABLE', `The audio of this job is ${mediaTypeOf(job.file ?? '')}.`);
      case 'json':
        return reply.send(singleResource(single, new Resources(requestOrigin(request), signer)));
    }
  });
}
