import { languageSchema, speechParametersSchema } from '@lectern/tts-protocol';
import { z } from 'zod';

/** The role that speaks headings and paragraphs without a role mark. */
export const NARRATOR = 'NARRATOR';

export const roleSchema = z.object({
  name: z.string().min(1),
  voice: z.string().min(1).nullable(),
  parameters: speechParametersSchema,
  turnPrefix: z.string().min(1).nullable(),
});
export type Role = z.infer<typeof roleSchema>;

/** A role that Lectern has cast. `from` and `to` are voices' names; `from` is null if the role had no voice before. */
export const castChangeSchema = z.object({ role: z.string(), from: z.string().nullable(), to: z.string() });
export type CastChange = z.infer<typeof castChangeSchema>;

export const lineOverrideSchema = speechParametersSchema.extend({ voice: z.string().min(1).optional() });
export type LineOverride = z.infer<typeof lineOverrideSchema>;

/** In UTF-16 code units. */
export const MAX_READ_AS_LENGTH = 500;
export const storedOverrideSchema = lineOverrideSchema.extend({
  /** A heading's spoken form, used while the heading is still the text that it was entered for. */
  readAs: z.object({ written: z.string(), spoken: z.string().min(1).max(MAX_READ_AS_LENGTH) }).exactOptional(),
});
export type StoredOverride = z.infer<typeof storedOverrideSchema>;

const IPA = /^(?=.*[a-zæçðøħŋœβθχɐ-ʯᵻ])(?:[a-zæçðøħŋœβθχãẽĩõũỹɐ-ʯᵻˈˌːˑʰʲʷˠˤ.‿|' ]|\p{M}){1,200}$/u;

/** Checks only for IPA characters, not whether the transcription is plausible. */
export const isIpa = (text: string): boolean => IPA.test(text.normalize('NFC'));

export const phonemesIn = (typed: string): string =>
  typed
    .trim()
    .replace(/^[/[]\s{0,4}|\s{0,4}[/\]]$/g, '')
    .normalize('NFC');

/** Replaces words in the request, never in the script. Rules apply in order. */
export const pronunciationRuleSchema = z.object({
  from: z.string().min(1),
  to: z.string(),
  /** Spoken by voices that don't support IPA (see `supportsMark`). If empty, those voices say the original words. */
  ipa: z.string().refine(isIpa).exactOptional(),
  wholeWord: z.boolean(),
  matchCase: z.boolean(),
  role: z.string().nullable(),
  language: languageSchema.nullable(),
});
export type PronunciationRule = z.infer<typeof pronunciationRuleSchema>;
