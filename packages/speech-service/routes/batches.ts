import { randomInt } from 'node:crypto';
import { BATCH_ENGINE, type BatchCreation, batchCreationSchema, type JobCreation, PATHS } from '@lectern/tts-protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { at } from '../../../shared/rules/at.ts';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { append } from '../../../shared/rules/lists.ts';
import { DECISIONS } from '../common/decisions.ts';
import { explain } from '../common/invalid-parameters.ts';
import { invalidParameters, notFound } from '../http/errors.ts';
import type { WantedJob } from '../jobs/intake.ts';
import { streamOrder } from '../rendering/stream-order.ts';
import type { FindVoice } from '../voices/voice-directory.ts';
import { type WebhookReach, webhookComplaints } from '../webhooks/webhook-reach.ts';
import { speechComplaints } from './check-speech.ts';
import { callerOf, originOf, parsedBody, type RouteContext } from './context.ts';
import { batchPath, type JobResource, Resources } from './resources.ts';

function duplicateIds(jobs: readonly JobCreation[]): string[] {
  const first = new Map<string, number>();
  return jobs.flatMap(({ custom_id: id }, index) => {
    if (id === undefined) return [];
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, index);
    return earlier === undefined ? [] : [`jobs[${index}].custom_id is the same as jobs[${earlier}].custom_id`];
  });
}

interface CheckedBatch {
  readonly batch: BatchCreation;
  readonly characters: number;
}

/** Checks the body of `POST /api/v2/tts/batches`. @throws ApiError 400 that names each invalid field */
export function checkBatch(body: unknown, findVoice: FindVoice, reach: WebhookReach): CheckedBatch {
  const batch = parsedBody(batchCreationSchema, body);
  const { jobs } = batch;
  const counts = jobs.map((job) => countCharacters(job.text));
  const found = jobs.flatMap((job, index) =>
    speechComplaints(job, {
      engine: BATCH_ENGINE,
      characters: at(counts, index),
      most: DECISIONS.textCharacters,
      find: findVoice,
    }).map((complaint) => `jobs[${index}].${complaint}`),
  );
  append(found, duplicateIds(jobs));
  append(found, webhookComplaints(batch, reach));
  if (found.length > 0) throw invalidParameters(explain(found));
  return { batch, characters: counts.reduce((sum, count) => sum + count, 0) };
}

const toJobRequest = ({ custom_id: customId, webhook_url: webhookUrl, ...input }: JobCreation): WantedJob => ({
  input,
  order: streamOrder(input, input.seed ?? randomInt(DECISIONS.drawnSeeds)),
  customId,
  webhookUrl,
});

interface JobRoute {
  Params: { batchId: string; jobId?: string; customId?: string };
}

export function registerBatches(app: FastifyInstance, context: RouteContext): void {
  const { store, intake, limits, signer, webhookReach } = context;
  const resources = (request: FastifyRequest): Resources => new Resources(originOf(request), signer);

  app.post(PATHS.batches, (request, reply) => {
    const account = callerOf(request);
    const { batch, characters } = checkBatch(request.body, context.voices.finder(account.userId), webhookReach);
    limits.count(account, 'batch', characters);
    const stored = intake.batch(account.userId, batch.jobs.map(toJobRequest), batch.webhook_url);
    return reply
      .code(201)
      .header('location', `${originOf(request)}${batchPath(stored.id)}`)
      .send(resources(request).batch(stored));
  });

  app.get<JobRoute>(`${PATHS.batches}/:batchId`, (request, reply) => {
    const account = callerOf(request);
    limits.count(account, 'read');
    const batch = store.batch(account.userId, request.params.batchId);
    if (batch === undefined) throw notFound('There is no such batch.');
    return reply.send(resources(request).batch(batch));
  });

  const readJob = (request: FastifyRequest<JobRoute>, by: 'id' | 'custom_id', value: string): JobResource => {
    const account = callerOf(request);
    limits.count(account, 'read');
    const { batchId } = request.params;
    const createdAt = store.createdAt(account.userId, batchId);
    const job = createdAt === undefined ? undefined : store.job(batchId, by, value);
    if (createdAt === undefined || job === undefined) throw notFound('There is no such job.');
    return resources(request).job(job, createdAt);
  };
  app.get<JobRoute>(`${PATHS.batches}/:batchId/job/:jobId`, (request, reply) =>
    reply.send(readJob(request, 'id', request.params.jobId ?? '')),
  );
  app.get<JobRoute>(`${PATHS.batches}/:batchId/job/custom-id/:customId`, (request, reply) =>
    reply.send(readJob(request, 'custom_id', request.params.customId ?? '')),
  );
}
