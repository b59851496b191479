import { z } from 'zod';
import { MAX_NAME_LENGTH } from './names.ts';

const speakerSchema = z.string().max(MAX_NAME_LENGTH);
const quotationIdSchema = z.string().max(40);
const decisionsSchema = z.record(quotationIdSchema, speakerSchema.nullable());

const modelAnswerSchema = z.object({
  speaker: speakerSchema.nullable(),
  confidence: z.number().min(0).max(1),
});
export type ModelSpeaker = z.infer<typeof modelAnswerSchema>;
export const modelSpeakersSchema = z.record(quotationIdSchema, modelAnswerSchema);

export const speakerChoicesSchema = z.object({
  said: decisionsSchema,
  names: z.array(z.object({ from: speakerSchema, into: speakerSchema })).max(10_000),
  /** Undefined if the model wasn't asked. */
  told: modelSpeakersSchema.optional(),
});
export type SpeakerChoices = z.infer<typeof speakerChoicesSchema>;

export const NO_CHOICES: SpeakerChoices = { said: {}, names: [] };

/**
 * `action`: the character does something nearby. `alternation`: two characters take turns. `vocative`: inferred from
 * the person addressed.
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

/**
 * Why two names may belong to the same person. `spelling`: they differ by a few letters. `nickname`: one has the short
 * form of the other's first name. `contained`: all words of one are in the other. `surname`: the surname is the same,
 * and title and first name don't exclude each other.
 */
export const NAME_EVIDENCE = ['spelling', 'nickname', 'contained', 'surname'] as const;
export type NameEvidence = (typeof NAME_EVIDENCE)[number];

export interface FoundQuotation {
  readonly id: string;
  /** A paragraph index, and a range for `slice(start, end)`. The range includes the quotation marks. */
  readonly passage: number;
  readonly start: number;
  readonly end: number;
  /** Null if the speaker is unknown, or if the narrator speaks the quotation. */
  readonly speaker: string | null;
  readonly confidence: number;
  readonly evidence: Evidence;
  readonly isDoubtful: boolean;
  readonly called: string | null;
  readonly talk: number;
  readonly turn: number;
  /** Set if the rules and the model disagree. */
  readonly otherwise: OtherSpeaker | null;
}

export interface OtherSpeaker {
  readonly speaker: string | null;
  readonly by: 'model' | 'rules';
}
