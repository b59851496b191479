// The results of comparing a take's audio with its text.
import { z } from 'zod';

/** Version of the method. Takes proofed by another version are proofed again. */
export const PROOF_VERSION = 3;

/** Sample rate of the audio that is compared with text, in Hz. */
export const ALIGNMENT_RATE = 16_000;

/** Lines found in a recording with a lower confidence should be checked by ear. */
export const DOUBTFUL_CONFIDENCE = 0.5;

/** With fewer occurrences of a name, it's unclear which pronunciation is the odd one. */
export const MIN_NAME_OCCURRENCES = 3;

/** With fewer other lines by the same voice, findings are only ranked. */
export const MIN_LINES_OF_VOICE = 30;

export const FINDING_KINDS = [
  'missing',
  'extra',
  'repeated',
  'replaced',
  'garbled',
  'cut',
  'noise',
  'wrong-text',
] as const;
export const findingKindSchema = z.enum(FINDING_KINDS);
export type FindingKind = z.infer<typeof findingKindSchema>;

export const FINDING_SOURCES = ['alignment', 'recogniser', 'both'] as const;

/**
 * A place where the audio seems to differ from the text. Words are counted from 0 in the order of `spokenWords`
 * (`shared/rules/spoken-words.ts`).
 */
export const findingSchema = z.object({
  kind: findingKindSchema,
  /** The first word concerned. */
  fromWord: z.int().min(0),
  /** One past the last word concerned; equal to `fromWord` if there is extra speech before that word. */
  toWord: z.int().min(0),
  /** Position in the take's file, before trimming. */
  startSeconds: z.number().min(0),
  endSeconds: z.number().min(0),
  /** From 0 to 1. */
  confidence: z.number().min(0).max(1),
  source: z.enum(FINDING_SOURCES),
  /** The words that a recogniser heard instead. */
  heard: z.string().optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/** When a word of a take is spoken. Seconds are positions in the take's file, before trimming. */
export const wordTimeSchema = z.object({
  startSeconds: z.number().min(0),
  endSeconds: z.number().min(0),
  /** From 0 to 1. */
  confidence: z.number().min(0).max(1),
});
export type WordTime = z.infer<typeof wordTimeSchema>;

export const takeProofSchema = z.object({
  version: z.int(),
  /** The number of other lines by the same voice that the comparison learnt from. */
  linesLearnt: z.int().min(0),
  /** The higher, the more likely the take has a fault. Comparable between voices. */
  score: z.number(),
  /**
   * Whether the score exceeds the voice's threshold, which is unknown while the voice is still being learnt, or a
   * recogniser has found a likely fault.
   */
  isSuspicious: z.boolean(),
  /** Most likely first. */
  findings: z.array(findingSchema),
});
export type TakeProof = z.infer<typeof takeProofSchema>;
