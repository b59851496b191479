import { jobStatusSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { batchKindSchema, type StoredJob, storedInputSchema } from '../ports/jobs.ts';

const jsonColumn = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);

const webhookResult = jsonColumn(z.object({ called_at: z.string(), response_status: z.int() })).nullable();

export const JOB_COLUMNS =
  'id, batch_id, custom_id, input, seed, lane, webhook_url, webhook_result, status, file, duration, size, error';

export const jobRowSchema = z.object({
  id: z.string(),
  batch_id: z.string(),
  custom_id: z.string().nullable(),
  input: jsonColumn(storedInputSchema),
  seed: z.number(),
  lane: z.string(),
  webhook_url: z.string().nullable(),
  webhook_result: webhookResult,
  status: jobStatusSchema,
  file: z.string().nullable(),
  duration: z.number().nullable(),
  size: z.number().nullable(),
  error: z.string().nullable(),
});

export const parseJob = (row: unknown): StoredJob => jobRowSchema.parse(row);

export const batchRowSchema = z.object({
  id: z.string(),
  kind: batchKindSchema,
  user_id: z.string(),
  created_at: z.number(),
  webhook_url: z.string().nullable(),
  webhook_result: webhookResult,
});
