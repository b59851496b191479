import { z } from 'zod';
import { inputParametersShape } from './input-parameters.ts';
import { nullable } from './parse.ts';
import { engineSchema } from './vocabulary.ts';

/**
 * The body of `POST /api/v2/tts`. The specification shows `text`, `voice` and `voice_engine`; the other fields have the
 * same names as for child jobs ("REST names of further optional body parameters: not shown"). Null and absent are
 * equivalent and parsed as absent; unknown fields are rejected.
 */
export const singleCreationSchema = z.strictObject({
  ...inputParametersShape,
  voice_engine: nullable(engineSchema),
});
export type SingleCreation = z.infer<typeof singleCreationSchema>;
