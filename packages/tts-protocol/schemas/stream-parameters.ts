import { z } from 'zod';
import { inputParametersShape } from './input-parameters.ts';
import { nullable } from './parse.ts';
import { streamEngineSchema } from './vocabulary.ts';

/**
 * The body of `POST /api/v2/tts/stream`. The specification shows `text`, `voice_engine`, `voice`, `output_format`,
 * `voice_2` and the two turn prefixes; the other fields have the same names as for child jobs ("Further body
 * parameters: not shown"). The service must check `BOUNDS.streamCharacters.max` itself.
 */
export const streamCreationSchema = z.strictObject({
  ...inputParametersShape,
  voice_engine: nullable(streamEngineSchema),
  voice: nullable(z.string().min(1)),
});
export type StreamCreation = z.infer<typeof streamCreationSchema>;
