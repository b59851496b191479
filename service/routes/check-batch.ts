// A body of `POST /api/v2/tts/batches`, checked: first its shape, then what the shape can't say.

import { countCharacters } from '../../shared/rules/characters.ts';
import { type BatchCreation, batchCreationSchema, type JobCreation } from '../../shared/service/input-parameters.ts';
import { BATCH_ENGINE } from '../../shared/service/vocabulary.ts';
import { DECISIONS } from '../common/decisions.ts';
import { explain } from '../common/invalid-parameters.ts';
import { invalidParameters } from '../http/errors.ts';
import type { FindVoice } from '../voices/voice-directory.ts';
import { type WebhookReach, webhookComplaints } from '../webhooks/webhook-reach.ts';
import { parsedBody } from './check-body.ts';
import { speechComplaints } from './check-speech.ts';

function repeatedIds(jobs: readonly JobCreation[]): string[] {
  const first = new Map<string, number>();
  return jobs.flatMap(({ custom_id: id }, index) => {
    if (id === undefined) return [];
    const earlier = first.get(id);
    if (earlier === undefined) first.set(id, index);
    return earlier === undefined ? [] : [`jobs[${index}].custom_id is the same as jobs[${earlier}].custom_id`];
  });
}

/** A good batch and the characters (code points) of all its texts. */
export interface CheckedBatch {
  readonly batch: BatchCreation;
  readonly characters: number;
}

/** @throws ServiceError 400 that names each wrong field */
export function checkBatch(body: unknown, find: FindVoice, reach: WebhookReach): CheckedBatch {
  const batch = parsedBody(batchCreationSchema, body);
  const { jobs } = batch;
  const counts = jobs.map((job) => countCharacters(job.text));
  const found = jobs.flatMap((job, index) =>
    speechComplaints(job, {
      engine: BATCH_ENGINE,
      characters: counts[index] ?? 0,
      most: DECISIONS.textCharacters,
      find,
    }).map((complaint) => `jobs[${index}].${complaint}`),
  );
  found.push(...repeatedIds(jobs), ...webhookComplaints(batch, reach));
  if (found.length > 0) throw invalidParameters(explain(found));
  return { batch, characters: counts.reduce((sum, count) => sum + count, 0) };
}
