// The rows of batches and jobs, as they are read.
import { z } from 'zod';
import { inputParametersShape } from '../../shared/service/input-parameters.ts';
import { engineSchema, jobStatusSchema } from '../../shared/service/vocabulary.ts';

/** A column of JSON. */
const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

/** What was asked for: a child job's parameters, and those of a single job, which may name any engine. */
const storedInputSchema = z.strictObject({ ...inputParametersShape, voice_engine: engineSchema });
export type StoredInput = z.infer<typeof storedInputSchema>;

const webhookResult = json(z.object({ called_at: z.string(), response_status: z.int() })).nullable();

/** Columns of a job's row, and what they are read with. */
export const JOB_FIELDS =
  'id, batch_id, custom_id, input, seed, lane, webhook_url, webhook_result, status, file, duration, size, error';
export const jobRow = z.object({
  id: z.string(),
  batch_id: z.string(),
  custom_id: z.string().nullable(),
  input: json(storedInputSchema),
  seed: z.number(),
  /** What it waits in line for (speech/speech-engine.ts). */
  lane: z.string(),
  webhook_url: z.string().nullable(),
  webhook_result: webhookResult,
  status: jobStatusSchema,
  /** The name of its audio file, without a folder, once it is completed. */
  file: z.string().nullable(),
  /** Seconds. */
  duration: z.number().nullable(),
  /** Bytes. */
  size: z.number().nullable(),
  /** Why it failed. */
  error: z.string().nullable(),
});
/** One job: a child of a batch, or a single one. */
export type StoredJob = z.infer<typeof jobRow>;

/** A single job and a conversion are batches of one job, with the job's own identifier. */
export const batchKindSchema = z.enum(['batch', 'single', 'conversion']);
export type BatchKind = z.infer<typeof batchKindSchema>;

export const BATCH_FIELDS = 'id, kind, user_id, created_at, webhook_url, webhook_result';
export const batchRow = z.object({
  id: z.string(),
  kind: batchKindSchema,
  user_id: z.string(),
  created_at: z.number(),
  webhook_url: z.string().nullable(),
  webhook_result: webhookResult,
});
/** A batch with its jobs in the order in which they were given; `created_at` in milliseconds since the epoch. */
export type StoredBatch = z.infer<typeof batchRow> & { readonly jobs: readonly StoredJob[] };
