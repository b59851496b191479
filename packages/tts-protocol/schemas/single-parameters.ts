import { z } from 'zod';
import { inputParametersShape } from './input-parameters.ts';
import { nullable } from './parse.ts';
import { engineSchema } from './vocabulary.ts';

/**
 * The body of `POST /api/v2/tts`. Only `text`, `voice` and `voice_engine` are specified; the other fields are named as
 * in child jobs.
 */
export const singleCreationSchema = z.strictObject({
  ...inputParametersShape,
  voice_engine: nullable(engineSchema),
});
export type SingleCreation = z.infer<typeof singleCreationSchema>;
