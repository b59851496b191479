// Who says each quotation of a book: what was found, and what a person or a model decided.
import { z } from 'zod';

const nameSchema = z.string().max(200);
const quotationIdSchema = z.string().max(40);
/** By the ids of quotations: who says it; null: the narrator reads it. */
const sayingsSchema = z.record(quotationIdSchema, nameSchema.nullable());

/** What a model answered about a quotation. */
const toldSchema = z.object({
  /** A role's name; null: the narrator. */
  speaker: nameSchema.nullable(),
  /** 0 to 1: how sure the model says it is. */
  confidence: z.number().min(0).max(1),
});
export type ToldSpeaker = z.infer<typeof toldSchema>;
/** By the ids of quotations. */
export const toldSpeakersSchema = z.record(quotationIdSchema, toldSchema);

export const speakerChoicesSchema = z.object({
  /** What a person decided. */
  said: sayingsSchema,
  /** Roles that are called otherwise, or are others: `Miss Bennet` is `Elizabeth`. */
  names: z.array(z.object({ from: nameSchema, into: nameSchema })).max(10_000),
  /** What a model answered, where it was asked and its answer can be: it is weighed against what the rules found. */
  told: toldSpeakersSchema.optional(),
});
export type SpeakerChoices = z.infer<typeof speakerChoicesSchema>;

export const NO_CHOICES: SpeakerChoices = { said: {}, names: [] };

/**
 * What tells who says a quotation: a name beside a verb of speech, a description (`the cook`) or a pronoun there; another
 * quotation of the paragraph, or the one that it goes on with; what somebody does beside it; the turns of two who talk;
 * whom it addresses; a model that was asked. `mention`: quoted words or a title that are only named. `none`: nothing does.
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

/** A quotation as the rules found it, or a model in their place. */
export interface FoundQuotation {
  readonly id: string;
  /** Its paragraph, and where it stands in that: `slice(start, end)`, marks included. */
  readonly passage: number;
  readonly start: number;
  readonly end: number;
  /** A role's name; null where nothing tells, or where the narrator says it. */
  readonly speaker: string | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly evidence: Evidence;
  /** Whether it stays with the narrator until somebody says more. */
  readonly isDoubtful: boolean;
  readonly called: string | null;
  readonly talk: number;
  readonly turn: number;
  /** Who says it by the other one of the two, rules and model, where both were asked and they differ. */
  readonly otherwise: OtherSpeaker | null;
}

export interface OtherSpeaker {
  /** A role's name; null: the narrator. */
  readonly speaker: string | null;
  readonly by: 'model' | 'rules';
}
