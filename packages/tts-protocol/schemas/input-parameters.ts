// The parameters of a batch's child job ("Input parameters object", "Child job creation input").
import { z } from 'zod';
import { markupSchema } from './markup.ts';
import { nullable } from './parse.ts';
import { parameterShape, SPEECH_PARAMETERS, secondVoiceShape } from './speech-parameters.ts';
import { styleSchema } from './styles.ts';
import { BATCH_ENGINE, outputFormatSchema } from './vocabulary.ts';

/** Inclusive bounds ("Limits"). */
export const BOUNDS = {
  jobsPerBatch: { min: 1, max: 50 },
  customIdCharacters: { min: 1, max: 30 },
  speed: SPEECH_PARAMETERS.speed.rules,
  sampleRateHz: SPEECH_PARAMETERS.sample_rate.rules,
  streamCharacters: { max: 20_000 },
} as const;

/** An http or https URL in ASCII (RFC 3986). */
export const httpUrlSchema = z.url({ protocol: /^https?$/ }).regex(/^[\x21-\x7e]+$/, 'must be percent-encoded ASCII');

export const customIdSchema = z
  .string()
  .min(BOUNDS.customIdCharacters.min)
  .max(BOUNDS.customIdCharacters.max)
  .regex(/^[a-zA-Z0-9_-]+$/, 'must contain only letters, digits, dashes and underscores');

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
  /** Local extension, only sent for voices of the local service (`supportsStyles`). */
  style: nullable(styleSchema),
  /** Local extension: marks words in the text. Without it, the text is plain. */
  markup: nullable(markupSchema),
};

/** Null and absent fields are equivalent and parsed as absent; unknown fields are rejected. */
export const inputParametersSchema = z.strictObject(inputParametersShape);
export type InputParameters = z.infer<typeof inputParametersSchema>;

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
