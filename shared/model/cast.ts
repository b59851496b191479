// Roles, voices and how words are to be said.

import { languageSchema, speechParametersSchema } from '@lectern/tts-protocol';
import { z } from 'zod';

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

/** The letters of the International Phonetic Alphabet, with its signs for stress, length and ties, and blanks between words. */
const IPA = /^(?=.*[a-zæçðøħŋœβθχɐ-ʯᵻ])(?:[a-zæçðøħŋœβθχãẽĩõũỹɐ-ʯᵻˈˌːˑʰʲʷˠˤ.‿|' ]|\p{M}){1,200}$/u;

/** Whether something is written in the International Phonetic Alphabet, as far as that can be told from its signs. */
export const isIpa = (text: string): boolean => IPA.test(text.normalize('NFC'));

/** Sounds as they are typed, without the slashes or brackets in which dictionaries have them. */
export const soundsIn = (typed: string): string =>
  typed
    .trim()
    .replace(/^[/[]\s{0,4}|\s{0,4}[/\]]$/g, '')
    .normalize('NFC');

/** A rule that shapes what is sent, never the script. Rules apply in order. */
export const pronunciationRuleSchema = z.object({
  from: z.string().min(1),
  to: z.string(),
  /** Sounds, for voices that take them (`takesMark`); all others say `to`, or the words as they are written where that is empty. */
  ipa: z.string().refine(isIpa).exactOptional(),
  wholeWord: z.boolean(),
  matchCase: z.boolean(),
  /** Only in turns of this role; null: all. */
  role: z.string().nullable(),
  /** Only in turns spoken in this language; null: all. */
  language: languageSchema.nullable(),
});
export type PronunciationRule = z.infer<typeof pronunciationRuleSchema>;
