// What realtime streaming is asked to speak ("POST /api/v2/tts/stream").
import { z } from 'zod';
import { inputParametersShape } from './input-parameters.ts';
import { nullable } from './parse.ts';
import { streamEngineSchema } from './vocabulary.ts';

/**
 * The body of `POST /api/v2/tts/stream`. The interface shows `text`, `voice_engine`, `voice`, `output_format`, `voice_2`
 * and the two turn prefixes; the others are those of a child job, under the names that they have there ("Further body
 * parameters: not shown"). Null and absent are the same and come out absent; unknown fields are refused. The text has
 * at most `BOUNDS.streamCharacters.max` characters (code points), which the code that answers has to check.
 */
export const streamCreationSchema = z.strictObject({
  ...inputParametersShape,
  voice_engine: nullable(streamEngineSchema),
  voice: nullable(z.string().min(1)),
});
export type StreamCreation = z.infer<typeof streamCreationSchema>;
