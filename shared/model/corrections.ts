import { z } from 'zod';
import { lineNoteSchema } from './note.ts';
import { findingKindSchema } from './proof.ts';
import { suspicionSchema, verdictSchema } from './take.ts';

/**
 * The lines to hand over. `suspicious`: with a suspicious take that isn't approved. `rejected`: whose current take is
 * rejected.
 */
export const CORRECTION_LINES = ['noted', 'open', 'rejected', 'suspicious', 'all'] as const;
export const correctionLinesSchema = z.enum(CORRECTION_LINES);
export type CorrectionLines = z.infer<typeof correctionLinesSchema>;

export const CORRECTION_FORMATS = ['csv', 'xlsx', 'html'] as const;
export type CorrectionFormat = (typeof CORRECTION_FORMATS)[number];

const correctionNoteSchema = lineNoteSchema.omit({ lineId: true, takeId: true }).extend({
  /**
   * Position in the chapter's audio file. If the note has no time, or is about a take that isn't exported, the start of
   * the line. Null if the line isn't exported.
   */
  chapterSeconds: z.number().nullable(),
});
export type CorrectionNote = z.infer<typeof correctionNoteSchema>;

/** Something that the producer hasn't decided about. */
const correctionFindingSchema = z.object({
  kind: findingKindSchema,
  /** As written in the script; empty if something extra is spoken between words. */
  words: z.string(),
  /** What a recogniser heard instead; null if that isn't known. */
  heard: z.string().nullable(),
  /** Position in the take's file. */
  seconds: z.number(),
  /** Position in the chapter's audio file. Null if the line isn't exported. */
  chapterSeconds: z.number().nullable(),
  /** From 0 to 1. */
  confidence: z.number(),
});
export type CorrectionFinding = z.infer<typeof correctionFindingSchema>;

const correctionLineSchema = z.object({
  lineId: z.int(),
  /** For example `2.12`. */
  line: z.string(),
  chapterId: z.int().nullable(),
  chapterTitle: z.string(),
  roles: z.array(z.string()),
  turns: z.array(z.object({ role: z.string(), text: z.string() })),
  /** The number of the line's current take: the pick or, if there is none, the latest one. */
  take: z.int().nullable(),
  verdict: verdictSchema.nullable(),
  flags: z.array(suspicionSchema),
  /** Where the line starts in the chapter's audio file. */
  chapterSeconds: z.number().nullable(),
  notes: z.array(correctionNoteSchema),
  /** Differences between the current take and its words, most likely first. None if the take is approved. */
  findings: z.array(correctionFindingSchema),
});
export type CorrectionLine = z.infer<typeof correctionLineSchema>;

export const correctionsSchema = z.object({
  title: z.string(),
  lines: z.array(correctionLineSchema),
  notes: z.int(),
  /** Notes of deleted lines, which are left out. */
  hidden: z.int(),
});
export type Corrections = z.infer<typeof correctionsSchema>;
