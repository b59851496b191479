// Single asynchronous generation: making a job, watching it, reading it.
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PATHS } from '../../shared/service/requests.ts';
import type { JobStatus } from '../../shared/service/vocabulary.ts';
import { DECISIONS } from '../common/decisions.ts';
import { notFound, ServiceError } from '../http/errors.ts';
import type { StoredJob } from '../store/stored-jobs.ts';
import { mediaTypeOf } from './audio.ts';
import { checkSingle } from './check-single.ts';
import { callerOf, originOf, type RouteContext } from './context.ts';
import { EventStream } from './event-stream.ts';
import { JobEvents } from './job-events.ts';
import { preferredType } from './preferred-type.ts';
import { Resources } from './resources.ts';
import { sendFile } from './send-file.ts';
import { type StoredSingle, singlePath, singleResource } from './single-resources.ts';

const JSON_OR_EVENTS = { json: /^application\/(json|\*)$/, events: /^text\/event-stream$/ };

/** What audio of a media type is asked for by: WAV has several names. */
const AUDIO_RANGES: Readonly<Record<string, RegExp>> = {
  'audio/mpeg': /^audio\/(\*|mpeg|mp3)$/,
  'audio/wav': /^audio\/(\*|wav|wave|x-wav|vnd\.wave)$/,
  'audio/ogg': /^audio\/(\*|ogg)$/,
  'audio/flac': /^audio\/(\*|flac|x-flac)$/,
};

/** The form in which a job is asked for. Audio of another format than the job's is none of those that there are. */
function wantedForm(accept: string | undefined, job: StoredJob): 'json' | 'events' | 'audio' | 'other-audio' {
  const anyAudio = { ...JSON_OR_EVENTS, audio: /^audio\// };
  const own = job.file === null ? undefined : AUDIO_RANGES[mediaTypeOf(job.file)];
  const form = preferredType(accept, own === undefined ? anyAudio : { ...JSON_OR_EVENTS, audio: own });
  return form ?? (preferredType(accept, anyAudio) === undefined ? 'json' : 'other-audio');
}

/** What a job without audio answers when its audio is requested. */
const NO_AUDIO: Record<JobStatus, string> = {
  pending: 'There is no audio yet: the job waits to be begun.',
  in_progress: 'There is no audio yet: the job is in progress.',
  failed: 'There is no audio: the job has failed; read it as JSON for the reason.',
  completed: 'The audio file is no longer there.',
};

/** Sends a job's events until it ends. A client that leaves earlier does not stop the job. */
function sendEvents(request: FastifyRequest, reply: FastifyReply, job: StoredJob, context: RouteContext): FastifyReply {
  const { progress, signer, streamStallMs, stopping, now } = context;
  const { raw } = reply;
  const resources = new Resources(originOf(request), signer);
  reply.hijack();
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    vary: 'accept',
    location: `${originOf(request)}${singlePath(job.id)}`,
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
      onProgress: (standing) => {
        if (events.advance(standing)) stream.pump();
      },
      onEnd: (ended) => {
        events.end(ended);
        stream.pump();
      },
    });
    leave = watching.leave;
    events.advance(watching.standing);
  }
  stream.pump();
  return reply;
}

/** Registers `POST /api/v2/tts` and the reading of a job by the link that it gives. */
export function registerSingle(app: FastifyInstance, context: RouteContext): void {
  const { store, intake, limits, voices, signer, audioFolder } = context;

  app.post(PATHS.single, (request, reply) => {
    const account = callerOf(request);
    const { input, order, characters } = checkSingle(request.body, voices.finder(account.userId));
    limits.count(account, 'single', characters);
    const batch = intake.single(account.userId, 'single', { input, order });
    if (preferredType(request.headers.accept, JSON_OR_EVENTS) === 'events') {
      return sendEvents(request, reply, batch.job, context);
    }
    const origin = originOf(request);
    return reply
      .code(201)
      .header('location', `${origin}${singlePath(batch.id)}`)
      .header('vary', 'accept')
      .send(singleResource({ batch, job: batch.job }, new Resources(origin, signer)));
  });

  const read = (userId: string, id: string): StoredSingle => {
    const batch = store.batch(userId, id, 'single');
    const job = batch?.jobs[0];
    if (batch === undefined || job === undefined) throw notFound('There is no such job.');
    return { batch, job };
  };

  app.get<{ Params: { id: string } }>(`${PATHS.single}/:id`, async (request, reply) => {
    const account = callerOf(request);
    limits.count(account, 'read');
    const single = read(account.userId, request.params.id);
    const { job } = single;
    reply.header('vary', 'accept');
    switch (wantedForm(request.headers.accept, job)) {
      case 'events':
        return sendEvents(request, reply, job, context);
      case 'audio':
        if (job.file === null) throw notFound(NO_AUDIO[job.status]);
        return sendFile(request, reply, join(audioFolder, job.file), mediaTypeOf(job.file));
      case 'other-audio':
        throw new ServiceError(406, 'NOT_ACCEPTABLE', `The audio of this job is ${mediaTypeOf(job.file ?? '')}.`);
      case 'json':
        return reply.send(singleResource(single, new Resources(originOf(request), signer)));
    }
  });
}
