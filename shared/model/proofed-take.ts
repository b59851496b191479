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

const pack = z.string();

/**
 * Why a recogniser can't be used. `damaged`: a file of the pack is missing or has changed, so the pack has to be installed
 * again. `unloadable`: the model is of another kind than its pack says, or this computer can't run it. `crashed`: the
 * model's process ended. `stuck`, `too-much-memory`: the process was ended.
 */
const recogniserProblems = [
  z.object({ kind: z.literal('damaged'), pack, file: z.string() }),
  z.object({ kind: z.literal('unloadable'), pack }),
  z.object({ kind: z.literal('failed'), pack }),
  z.object({ kind: z.literal('crashed'), pack }),
  z.object({ kind: z.literal('stuck'), pack }),
  z.object({ kind: z.literal('too-much-memory'), pack }),
  z.object({ kind: z.literal('other-language'), pack, languageCode: z.string() }),
] as const;
const recogniserProblemSchema = z.discriminatedUnion('kind', recogniserProblems);
export type RecogniserProblem = z.infer<typeof recogniserProblemSchema>;

/** Why the findings of a recogniser are missing or incomplete. */
export const notHeardSchema = z.discriminatedUnion('kind', [
  ...recogniserProblems,
  /** The number of words that were heard differently but can't be judged, such as kanji with several readings. */
  z.object({ kind: z.literal('words'), pack, words: z.int() }),
]);
export type NotHeard = z.infer<typeof notHeardSchema>;

/** The recogniser pack that was installed for a take's language when the take was compared with its words. */
export const takeRecogniserSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Identifies the pack's model files: SHA-256, in hexadecimal. */
  hash: z.string(),
});
export type TakeRecogniser = z.infer<typeof takeRecogniserSchema>;

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
  /** Null if no recogniser was installed. */
  recogniser: takeRecogniserSchema.nullable(),
  notHeard: notHeardSchema.nullable(),
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
  /** Why takes were compared without their recogniser, and how many: most first. */
  notHeard: z.array(z.object({ reason: recogniserProblemSchema, takes: z.int() })),
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
