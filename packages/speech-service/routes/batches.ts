import { randomInt } from 'node:crypto';
import { BATCH_ENGINE, type BatchCreation, batchCreationSchema, type JobCreation, PATHS } from '@lectern/tts-protocol';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { at } from '../../../shared/rules/at.ts';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { append } from '../../../shared/rules/lists.ts';
import { DECISIONS } from '../common/decisions.ts';
import { joinMessages } from '../common/invalid-parameters.ts';
import { invalidParameters, notFound } from '../http/errors.ts';
import type { JobRequest } from '../jobs/intake.ts';
import { createStreamOrder } from '../rendering/stream-order.ts';
import type { FindVoice } from '../voices/voice-directory.ts';
import { type WebhookReach, webhookIssues } from '../webhooks/webhook-reach.ts';
import { speechIssues } from './check-speech.ts';
import { callerOf, parseBody, type RouteContext, requestOrigin } from './context.ts';
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

/** Returns the number of characters in a batch. @throws ApiError 400 that names each invalid field */
export function checkBatch(batch: BatchCreation, findVoice: FindVoice, reach: WebhookReach): number {
  const { jobs } = batch;
  const counts = jobs.map((job) => countCharacters(job.text));
  const found = jobs.flatMap((job, index) =>
    speechIssues(job, {
      engine: BATCH_ENGINE,
      characters: at(counts, index),
      most: DECISIONS.textCharacters,
      find: findVoice,
    }).map((complaint) => `jobs[${index}].${complaint}`),
  );
  append(found, duplicateIds(jobs));
  append(found, webhookIssues(batch, reach));
  if (found.length > 0) throw invalidParameters(joinMessages(found));
  return counts.reduce((sum, count) => sum + count, 0);
}

const toJobRequest = ({ custom_id: customId, webhook_url: webhookUrl, ...input }: JobCreation): JobRequest => ({
  input,
  order: createStreamOrder(input, input.seed ?? randomInt(DECISIONS.drawnSeeds)),
  customId,
  webhookUrl,
});

interface JobRoute {
  Params: { batchId: string; jobId?: string; customId?: string };
}

export function registerBatches(app: FastifyInstance, context: RouteContext): void {
  const { store, intake, limits, signer, webhookReach } = context;
  const resources = (request: FastifyRequest): Resources => new Resources(requestOrigin(request), signer);

  app.post(PATHS.batches, async (request, reply) => {
    const account = callerOf(request);
    const batch = parseBody(batchCreationSchema, request.body);
    const voices = batch.jobs.flatMap((job) => [job.voice, job.voice_2]);
    const characters = checkBatch(batch, await context.voices.finder(account.userId, voices), webhookReach);
    await limits.count(account, 'batch', characters);
    const stored = await intake.acceptBatch(account.userId, batch.jobs.map(toJobRequest), batch.webhook_url);
    return reply
      .code(201)
      .header('location', `${requestOrigin(request)}${batchPath(stored.id)}`)
      .send(resources(request).batch(stored));
  });

  app.get<JobRoute>(`${PATHS.batches}/:batchId`, async (request, reply) => {
    const account = callerOf(request);
    await limits.count(account, 'read');
    const batch = await store.findBatch(account.userId, request.params.batchId);
    if (batch === undefined) throw notFound('There is no such batch.');
    return reply.send(resources(request).batch(batch));
  });

  const readJob = async (
    request: FastifyRequest<JobRoute>,
    by: 'id' | 'custom_id',
    value: string,
  ): Promise<JobResource> => {
    const account = callerOf(request);
    await limits.count(account, 'read');
    const { batchId } = request.params;
    const createdAt = await store.createdAt(account.userId, batchId);
    const job = createdAt === undefined ? undefined : await store.job(batchId, by, value);
    if (createdAt === undefined || job === undefined) throw notFound('There is no such job.');
    return resources(request).job(job, createdAt);
  };
  app.get<JobRoute>(`${PATHS.batches}/:batchId/job/:jobId`, async (request, reply) =>
    reply.send(await readJob(request, 'id', request.params.jobId ?? '')),
  );
  app.get<JobRoute>(`${PATHS.batches}/:batchId/job/custom-id/:customId`, async (request, reply) =>
    reply.send(await readJob(request, 'custom_id', request.params.customId ?? '')),
  );
}
