// Roles, voices and how words are to be said.
import { z } from 'zod';
import { speechParametersSchema } from '../service/speech-parameters.ts';
import { languageSchema } from '../service/vocabulary.ts';

/** The role that speaks headings and all paragraphs without a role mark. */
export const NARRATOR = 'NARRATOR';

/** A speaking part. */
export const roleSchema = z.object({
  name: z.string().min(1),
  /** The voice's identifier, or null while none is cast. */
  voice: z.string().min(1).nullable(),
  parameters: speechParametersSchema,
  /** What marks this role's turns in a dialog line; null: the name and a colon. */
  turnPrefix: z.string().min(1).nullable(),
});
export type Role = z.infer<typeof roleSchema>;

/** What a line sets in place of its role's parameters. */
export const lineOverrideSchema = speechParametersSchema.extend({ voice: z.string().min(1).optional() });
export type LineOverride = z.infer<typeof lineOverrideSchema>;

/** A rule that shapes what is sent, never the script. Rules apply in order. */
export const pronunciationRuleSchema = z.object({
  from: z.string().min(1),
  to: z.string(),
  wholeWord: z.boolean(),
  matchCase: z.boolean(),
  /** Only in turns of this role; null: all. */
  role: z.string().nullable(),
  /** Only in turns spoken in this language; null: all. */
  language: languageSchema.nullable(),
});
export type PronunciationRule = z.infer<typeof pronunciationRuleSchema>;
