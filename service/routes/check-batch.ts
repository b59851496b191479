// A body of `POST /api/v2/tts/batches`, checked: first its shape, then what the shape can't say.

import { countCharacters } from '../../shared/rules/characters.ts';
import { type BatchCreation, batchCreationSchema, type JobCreation } from '../../shared/service/input-parameters.ts';
import { BATCH_ENGINE } from '../../shared/service/vocabulary.ts';
import { DECISIONS } from '../decisions.ts';
import { invalidParameters } from '../errors.ts';
import { complaintsOf, explain } from '../invalid-parameters.ts';
import type { EngineVoice } from '../speech/speech-engine.ts';

function voiceComplaints(job: JobCreation, voices: ReadonlyMap<string, EngineVoice>): string[] {
  const found: string[] = [];
  for (const field of ['voice', 'voice_2'] as const) {
    const id = job[field];
    if (id === undefined) continue;
    const voice = voices.get(id);
    if (voice === undefined) found.push(`${field} is no voice of this service`);
    else if (voice.voiceEngine !== BATCH_ENGINE) found.push(`${field} does not work with the engine ${BATCH_ENGINE}`);
  }
  return found;
}

function dialogComplaints(job: JobCreation): string[] {
  const found: string[] = [];
  for (const field of ['turn_prefix', 'turn_prefix_2'] as const) {
    if (job[field] !== undefined && job[field].trim() === '') found.push(`${field} must not be blank`);
    if (job[field] !== undefined && /[\n\r\u2028\u2029]/.test(job[field])) found.push(`${field} must be one row`);
    if (job.voice_2 !== undefined && job[field] === undefined) found.push(`${field} is missing: voice_2 asks for it`);
  }
  if (job.voice_2 === undefined && job.turn_prefix_2 !== undefined) {
    found.push('voice_2 is missing: turn_prefix_2 asks for it');
  }
  if (job.turn_prefix !== undefined && job.turn_prefix.trim() === job.turn_prefix_2?.trim()) {
    found.push('turn_prefix_2 must differ from turn_prefix');
  }
  return found;
}

function textComplaints(characters: number): string[] {
  const most = DECISIONS.textCharacters;
  return characters > most ? [`text must be at most ${most} characters long (it has ${characters})`] : [];
}

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
    [...textComplaints(counts[index] ?? 0), ...voiceComplaints(job, voices), ...dialogComplaints(job)].map(
      (complaint) => `jobs[${index}].${complaint}`,
    ),
  );
  found.push(...repeatedIds(jobs));
  if (found.length > 0) throw invalidParameters(explain(found));
  return { batch: parsed.data, characters: counts.reduce((sum, count) => sum + count, 0) };
}
