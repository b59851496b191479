// The stored results of comparing a take with its text.
import { z } from 'zod';
import { takeProofSchema, wordTimeSchema } from './proof.ts';
import { audioProblemSchema } from './take.ts';

/** Why a take has no score. */
export const notComparedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('too-long'), seconds: z.number() }),
  /** No synthesizer reads this language; null if the language is unknown. */
  z.object({ kind: z.literal('no-reference'), language: z.string().nullable() }),
  /** The synthesizer can't read this text, such as Japanese with kanji. */
  z.object({ kind: z.literal('unreadable-text'), language: z.string().nullable() }),
  z.object({ kind: z.literal('no-words') }),
  z.object({ kind: z.literal('audio'), problem: audioProblemSchema }),
  /** `id`: the defect in the log. */
  z.object({ kind: z.literal('failed'), id: z.string() }),
]);
export type NotCompared = z.infer<typeof notComparedSchema>;

/** `line`: these words of this line; `word`: these words by any voice; `voice`: these words by this voice. */
export const acceptedScopeSchema = z.enum(['line', 'word', 'voice']);
export type AcceptedScope = z.infer<typeof acceptedScopeSchema>;

/** A finding that the producer has accepted. A finding can be accepted in several scopes. */
export const acceptedFindingSchema = z.object({
  /** Index in the proof's findings. */
  finding: z.int().min(0),
  scope: acceptedScopeSchema,
});
export type AcceptedFinding = z.infer<typeof acceptedFindingSchema>;

export const proofedTakeSchema = z.object({
  takeId: z.int(),
  lineId: z.int(),
  /** Ids of the voices that speak: two for a dialog line. */
  voices: z.array(z.string()),
  /** As sent, without turn prefixes. Turns are separated by line breaks. */
  text: z.string(),
  /** In the order of `spokenWords(text)`. Empty if the take hasn't been compared with its text. */
  words: z.array(wordTimeSchema),
  /** Null if the take hasn't been compared with its text (yet). */
  proof: takeProofSchema.nullable(),
  notCompared: notComparedSchema.nullable(),
  accepted: z.array(acceptedFindingSchema),
});
export type ProofedTake = z.infer<typeof proofedTakeSchema>;

export const proofStatusSchema = z.object({
  /** Whether takes are compared with their text when they arrive. */
  isOn: z.boolean(),
  /** The number of takes that were compared with their text. */
  proofed: z.int(),
  /** The number of takes that can't be compared, for example in a language without a reference voice. */
  notCompared: z.int(),
  waiting: z.int(),
  voices: z.array(
    z.object({
      id: z.string(),
      language: z.string().nullable(),
      style: z.string().nullable(),
      linesLearnt: z.int(),
      /** While a voice is being learnt, its takes are only ranked. */
      isLearning: z.boolean(),
    }),
  ),
});
export type ProofStatus = z.infer<typeof proofStatusSchema>;

export const retryLimitsSchema = z.object({
  /** Also retries takes with at least this score, even if they aren't suspicious. */
  minScore: z.number().optional(),
  chapterId: z.int().nullable().optional(),
  /** If given, only these lines are retried. */
  lineIds: z.array(z.int()).max(200_000).optional(),
  /** For each line, including earlier retries. */
  maxRetries: z.int().min(1).max(20),
  /** As sent to the service. */
  maxCharacters: z.int().min(0),
});
export type RetryLimits = z.infer<typeof retryLimitsSchema>;

export const notRetriedSchema = z.enum([
  /** The producer has approved the take. */
  'approved',
  /** The line exports an older take that the producer has kept. */
  'kept',
  /** The line has been retried `maxRetries` times. */
  'retried',
  /** A retry has been ordered but hasn't been compared yet. */
  'under-way',
  /** The line's seed is pinned, so it would sound the same. */
  'pinned',
  /** The line can't be rendered at the moment. */
  'blocked',
  /** The line would exceed `maxCharacters`. */
  'over-limit',
  /** The line would exceed the project's limit on characters or money. */
  'over-cap',
]);
export type NotRetried = z.infer<typeof notRetriedSchema>;

export const retryPlanSchema = z.object({
  /** Ids of the lines to render again, worst first. */
  lineIds: z.array(z.int()),
  characters: z.int(),
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  excluded: z.array(z.object({ lineId: z.int(), takeId: z.int(), reason: notRetriedSchema })),
});
export type RetryPlan = z.infer<typeof retryPlanSchema>;
