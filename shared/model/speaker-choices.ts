// Speakers of quotations: those detected, and those chosen by a person or a language model.
import { z } from 'zod';

const nameSchema = z.string().max(200);
const quotationIdSchema = z.string().max(40);
/** Speaker by quotation id; null means the narrator. */
const sayingsSchema = z.record(quotationIdSchema, nameSchema.nullable());

const toldSchema = z.object({
  /** A role's name; null means the narrator. */
  speaker: nameSchema.nullable(),
  /** The model's stated confidence, from 0 to 1. */
  confidence: z.number().min(0).max(1),
});
export type ToldSpeaker = z.infer<typeof toldSchema>;
/** Keyed by quotation id. */
export const toldSpeakersSchema = z.record(quotationIdSchema, toldSchema);

export const speakerChoicesSchema = z.object({
  /** Decisions made by a person. */
  said: sayingsSchema,
  /** Roles to rename or merge, such as `Miss Bennet` into `Elizabeth`. */
  names: z.array(z.object({ from: nameSchema, into: nameSchema })).max(10_000),
  /** Valid answers of the language model, weighed against the results of the rules. Absent if it was not asked. */
  told: toldSpeakersSchema.optional(),
});
export type SpeakerChoices = z.infer<typeof speakerChoicesSchema>;

export const NO_CHOICES: SpeakerChoices = { said: {}, names: [] };

/**
 * The evidence for a quotation's speaker.
 *
 * - `name`, `description`, `pronoun`: next to a verb of speech; a description is one like `the cook`.
 * - `same-paragraph`, `continued`: taken from another quotation in the paragraph, or from the one this quotation
 * continues.
 * - `action`: the character acts next to the quotation.
 * - `alternation`: two characters take turns.
 * - `vocative`: derived from the person addressed.
 * - `model`: a language model's answer.
 * - `mention`: quoted words or a title, not speech.
 * - `none`: no evidence.
 */
export type Evidence =
  | 'name'
  | 'description'
  | 'pronoun'
  | 'same-paragraph'
  | 'continued'
  | 'action'
  | 'alternation'
  | 'vocative'
  | 'model'
  | 'mention'
  | 'none';

/** A quotation with the speaker found by the rules or the language model. */
export interface FoundQuotation {
  readonly id: string;
  /** The index of its paragraph, and the range in it for `slice(start, end)`, including quotation marks. */
  readonly passage: number;
  readonly start: number;
  readonly end: number;
  /** A role's name; null if unknown or spoken by the narrator. */
  readonly speaker: string | null;
  /** From 0 to 1. */
  readonly confidence: number;
  readonly evidence: Evidence;
  /** Whether the narrator reads it until a person or model decides. */
  readonly isDoubtful: boolean;
  readonly called: string | null;
  readonly talk: number;
  readonly turn: number;
  /** The other opinion, if both rules and model gave an answer and they disagree. */
  readonly otherwise: OtherSpeaker | null;
}

export interface OtherSpeaker {
  /** A role's name; null means the narrator. */
  readonly speaker: string | null;
  readonly by: 'model' | 'rules';
}
