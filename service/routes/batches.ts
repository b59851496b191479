// Batches: making one, reading it and its jobs.
import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BatchCreation } from '../../shared/service/input-parameters.ts';
import { PATHS } from '../../shared/service/requests.ts';
import { DECISIONS } from '../decisions.ts';
import { notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { StoredBatch, StoredJob } from '../store/job-store.ts';
import { checkBatch } from './check-batch.ts';
import { callerOf, originOf, type RouteContext } from './context.ts';
import { type AnsweredJob, batchPath, Resources } from './resources.ts';

function newBatch(creation: BatchCreation, userId: string, now: number): StoredBatch {
  const id = newId('bb-');
  const jobs = creation.jobs.map(
    ({ custom_id, webhook_url, ...input }): StoredJob => ({
      id: newId('bc-'),
      batch_id: id,
      custom_id: custom_id ?? null,
      input,
      seed: input.seed ?? randomInt(DECISIONS.drawnSeeds),
      webhook_url: webhook_url ?? null,
      status: 'pending',
      file: null,
      duration: null,
      size: null,
      error: null,
    }),
  );
  return { id, user_id: userId, created_at: now, webhook_url: creation.webhook_url ?? null, jobs };
}

interface JobAddress {
  Params: { batchId: string; jobId?: string; customId?: string };
}

/** Registers `POST /api/v2/tts/batches` and the reading of batches and jobs by the links that it gives. */
export function registerBatches(app: FastifyInstance, context: RouteContext): void {
  const { store, queue, limits, signer, now } = context;
  const voices = new Map(context.voices.map((voice) => [voice.id, voice]));
  const resources = (request: FastifyRequest): Resources => new Resources(originOf(request), signer);

  app.post(PATHS.batches, (request, reply) => {
    const account = callerOf(request);
    const { batch, characters } = checkBatch(request.body, voices);
    limits.count(account, 'batch', characters);
    const stored = newBatch(batch, account.userId, now());
    store.accept(stored);
    // The answer goes out first, so that it shows the batch as it was made.
    setImmediate(() => queue.wake());
    const answer = resources(request).batch(stored);
    return reply
      .code(201)
      .header('location', `${originOf(request)}${batchPath(stored.id)}`)
      .send(answer);
  });

  app.get<JobAddress>(`${PATHS.batches}/:batchId`, (request, reply) => {
    const account = callerOf(request);
    limits.count(account, 'read');
    const batch = store.batch(account.userId, request.params.batchId);
    if (batch === undefined) throw notFound('There is no such batch.');
    return reply.send(resources(request).batch(batch));
  });

  const readJob = (request: FastifyRequest<JobAddress>, by: 'id' | 'custom_id', value: string): AnsweredJob => {
    const account = callerOf(request);
    limits.count(account, 'read');
    const { batchId } = request.params;
    const createdAt = store.createdAt(account.userId, batchId);
    const job = createdAt === undefined ? undefined : store.job(batchId, by, value);
    if (createdAt === undefined || job === undefined) throw notFound('There is no such job.');
    return resources(request).job(job, createdAt);
  };
  app.get<JobAddress>(`${PATHS.batches}/:batchId/job/:jobId`, (request, reply) =>
    reply.send(readJob(request, 'id', request.params.jobId ?? '')),
  );
  app.get<JobAddress>(`${PATHS.batches}/:batchId/job/custom-id/:customId`, (request, reply) =>
    reply.send(readJob(request, 'custom_id', request.params.customId ?? '')),
  );
}
