// What one child job of a batch is asked to speak ("Input parameters object", "Child job creation input").
import { z } from 'zod';
import { markupSchema } from './markup.ts';
import { nullable } from './parse.ts';
import { parameterShape, SPEECH_PARAMETERS, secondVoiceShape } from './speech-parameters.ts';
import { styleSchema } from './styles.ts';
import { BATCH_ENGINE, outputFormatSchema } from './vocabulary.ts';

/** The bounds of the interface's section "Limits". All are inclusive. */
export const BOUNDS = {
  jobsPerBatch: { min: 1, max: 50 },
  customIdCharacters: { min: 1, max: 30 },
  speed: SPEECH_PARAMETERS.speed.rules,
  sampleRateHz: SPEECH_PARAMETERS.sample_rate.rules,
  streamCharacters: { max: 20_000 },
} as const;

/** Addresses that the service may call or hand out: http and https only, and URIs as they stand (RFC 3986: ASCII). */
export const httpUrlSchema = z.url({ protocol: /^https?$/ }).regex(/^[\x21-\x7e]+$/, 'must be percent-encoded ASCII');

export const customIdSchema = z
  .string()
  .min(BOUNDS.customIdCharacters.min)
  .max(BOUNDS.customIdCharacters.max)
  .regex(/^[a-zA-Z0-9_-]+$/, 'may hold only letters, digits, dash and underscore');

/** The fields of the input parameters object. */
export const inputParametersShape = {
  voice_engine: z.literal(BATCH_ENGINE),
  text: z.string().min(1),
  voice: z.string().min(1),
  output_format: nullable(outputFormatSchema),
  ...parameterShape('sent'),
  voice_2: nullable(z.string().min(1)),
  turn_prefix: nullable(z.string().min(1)),
  turn_prefix_2: nullable(z.string().min(1)),
  ...secondVoiceShape,
  /** The local service's own: sent for its voices alone (`takesStyles`). */
  style: nullable(styleSchema),
  /** The same: how words within the text are marked; without it a text is plain. */
  markup: nullable(markupSchema),
};

/** What a child job speaks and how. Null and absent are the same and come out absent; unknown fields are refused. */
export const inputParametersSchema = z.strictObject(inputParametersShape);
export type InputParameters = z.infer<typeof inputParametersSchema>;

/** One child job as a client asks for it. */
export const jobCreationSchema = z.strictObject({
  ...inputParametersShape,
  custom_id: nullable(customIdSchema),
  webhook_url: nullable(httpUrlSchema),
});
export type JobCreation = z.infer<typeof jobCreationSchema>;

/** The body of `POST /api/v2/tts/batches`. */
export const batchCreationSchema = z.strictObject({
  jobs: z.array(jobCreationSchema).min(BOUNDS.jobsPerBatch.min).max(BOUNDS.jobsPerBatch.max),
  webhook_url: nullable(httpUrlSchema),
});
export type BatchCreation = z.infer<typeof batchCreationSchema>;
