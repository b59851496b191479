// The event stream of `POST /api/v2/tts` with `accept: text/event-stream` ("Events").
import { z } from 'zod';
import { outputShape } from './jobs.ts';
import { stageSchema } from './vocabulary.ts';

const progressSchema = z.number().min(0).max(1);

export const generatingEventSchema = z.object({
  id: z.string(),
  progress: progressSchema,
  stage: stageSchema.exclude(['complete']),
  /** Present for `preload`, `generate` and `postprocessing`. */
  stageProgress: progressSchema.optional(),
});

export const completedEventSchema = z.object({
  id: z.string(),
  progress: z.literal(1),
  stage: stageSchema.extract(['complete']),
  ...outputShape,
});

/** The data of a `ping` event: a timestamp as plain text, not JSON. */
export const pingEventSchema = z.iso.datetime({ offset: true });
