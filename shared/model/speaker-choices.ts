import { z } from 'zod';

const nameSchema = z.string().max(200);
const quotationIdSchema = z.string().max(40);
const sayingsSchema = z.record(quotationIdSchema, nameSchema.nullable());

const toldSchema = z.object({
  /** Null means the narrator. */
  speaker: nameSchema.nullable(),
  confidence: z.number().min(0).max(1),
});
export type ToldSpeaker = z.infer<typeof toldSchema>;
export const toldSpeakersSchema = z.record(quotationIdSchema, toldSchema);

export const speakerChoicesSchema = z.object({
  said: sayingsSchema,
  /** Roles to rename or merge, such as `Miss Bennet` into `Elizabeth`. */
  names: z.array(z.object({ from: nameSchema, into: nameSchema })).max(10_000),
  /** Weighed against the results of the rules. Absent if the model was not asked. */
  told: toldSpeakersSchema.optional(),
});
export type SpeakerChoices = z.infer<typeof speakerChoicesSchema>;

export const NO_CHOICES: SpeakerChoices = { said: {}, names: [] };

/**
 * - `name`, `description`, `pronoun`: next to a verb of speech; a description is one like `the cook`.
 * - `continued`: taken from the quotation that this one continues.
 * - `action`: the character acts next to the quotation.
 * - `alternation`: two characters take turns.
 * - `vocative`: derived from the person addressed.
 * - `mention`: quoted words or a title, not speech.
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

export interface FoundQuotation {
  readonly id: string;
  /** The index of its paragraph, and the range in it for `slice(start, end)`, including quotation marks. */
  readonly passage: number;
  readonly start: number;
  readonly end: number;
  /** Null if unknown or spoken by the narrator. */
  readonly speaker: string | null;
  readonly confidence: number;
  readonly evidence: Evidence;
  readonly isDoubtful: boolean;
  readonly called: string | null;
  readonly talk: number;
  readonly turn: number;
  /** The other opinion, if both rules and model gave an answer and they disagree. */
  readonly otherwise: OtherSpeaker | null;
}

export interface OtherSpeaker {
  readonly speaker: string | null;
  readonly by: 'model' | 'rules';
}
