// What single asynchronous generation is asked to speak ("POST /api/v2/tts").
import { z } from 'zod';
import { inputParametersShape } from './input-parameters.ts';
import { nullable } from './parse.ts';
import { engineSchema } from './vocabulary.ts';

/**
 * The body of `POST /api/v2/tts`. The interface shows `text`, `voice` and `voice_engine`; the others are those of a child
 * job, under the names that they have there ("REST names of further optional body parameters: not shown"). Null and
 * absent are the same and come out absent; unknown fields are refused.
 */
export const singleCreationSchema = z.strictObject({
  ...inputParametersShape,
  voice_engine: nullable(engineSchema),
});
export type SingleCreation = z.infer<typeof singleCreationSchema>;
