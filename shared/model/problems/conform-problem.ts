import { languageSchema } from '@lectern/tts-protocol';
import { z } from 'zod';

/** Why no takes can be cut from a recording. */
export const conformProblemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no-lines') }),
  /** The chapter's language can't be told, or no synthesizer reads it. */
  z.object({ kind: z.literal('language'), language: languageSchema.nullable() }),
  /** The recording contains other words than the chapter. */
  z.object({ kind: z.literal('other-text') }),
  /** The recording was written again after it had been searched. */
  z.object({ kind: z.literal('changed') }),
]);
export type ConformProblem = z.infer<typeof conformProblemSchema>;
