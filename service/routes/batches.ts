// Batches: making one, reading it and its jobs.
import { randomInt } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JobCreation } from '../../shared/service/input-parameters.ts';
import { PATHS } from '../../shared/service/requests.ts';
import { DECISIONS } from '../common/decisions.ts';
import { notFound } from '../http/errors.ts';
import type { WantedJob } from '../jobs/intake.ts';
import { streamOrder } from '../rendering/renderer.ts';
import { checkBatch } from './check-batch.ts';
import { callerOf, originOf, type RouteContext } from './context.ts';
import { type AnsweredJob, batchPath, Resources } from './resources.ts';

const wanted = ({ custom_id: customId, webhook_url: webhookUrl, ...input }: JobCreation): WantedJob => ({
  input,
  order: streamOrder(input, input.seed ?? randomInt(DECISIONS.drawnSeeds)),
  customId,
  webhookUrl,
});

interface JobAddress {
  Params: { batchId: string; jobId?: string; customId?: string };
}

/** Registers `POST /api/v2/tts/batches` and the reading of batches and jobs by the links that it gives. */
export function registerBatches(app: FastifyInstance, context: RouteContext): void {
  const { store, intake, limits, signer, webhookReach } = context;
  const resources = (request: FastifyRequest): Resources => new Resources(originOf(request), signer);

  app.post(PATHS.batches, (request, reply) => {
    const account = callerOf(request);
    const { batch, characters } = checkBatch(request.body, context.voices.finder(account.userId), webhookReach);
    limits.count(account, 'batch', characters);
    const stored = intake.batch(account.userId, batch.jobs.map(wanted), batch.webhook_url);
    return reply
      .code(201)
      .header('location', `${originOf(request)}${batchPath(stored.id)}`)
      .send(resources(request).batch(stored));
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
