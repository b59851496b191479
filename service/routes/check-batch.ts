// A body of `POST /api/v2/tts/batches`, checked: first its shape, then what the shape can't say.

import { countCharacters } from '../../shared/rules/characters.ts';
import { type BatchCreation, batchCreationSchema, type JobCreation } from '../../shared/service/input-parameters.ts';
import { BATCH_ENGINE } from '../../shared/service/vocabulary.ts';
import { DECISIONS } from '../decisions.ts';
import { invalidParameters } from '../errors.ts';
import { complaintsOf, explain } from '../invalid-parameters.ts';
import type { EngineVoice } from '../speech/speech-engine.ts';
import { dialogComplaints, textComplaints, voiceComplaints } from './check-speech.ts';

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
export function checkBatch(body: unknown, voices: ReadonlyMap<string, EngineVoice>): CheckedBatch {
  if (body === undefined || body === null) throw invalidParameters('The body is missing.');
  const parsed = batchCreationSchema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw invalidParameters(explain(complaintsOf(parsed.error)));
  const { jobs } = parsed.data;
  const counts = jobs.map((job) => countCharacters(job.text));
  const found = jobs.flatMap((job, index) =>
    [
      ...textComplaints(counts[index] ?? 0, DECISIONS.textCharacters),
      ...voiceComplaints(job, BATCH_ENGINE, [BATCH_ENGINE], voices),
      ...dialogComplaints(job),
    ].map((complaint) => `jobs[${index}].${complaint}`),
  );
  found.push(...repeatedIds(jobs));
  if (found.length > 0) throw invalidParameters(explain(found));
  return { batch: parsed.data, characters: counts.reduce((sum, count) => sum + count, 0) };
}
