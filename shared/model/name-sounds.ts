// Names that sound different in some takes.
import { z } from 'zod';

const oddNameSchema = z.object({
  name: z.string(),
  lineId: z.int(),
  /** For example `2.12`. */
  line: z.string(),
  chapterTitle: z.string(),
  roles: z.array(z.string()),
  takeId: z.int(),
  /** Position in the take's file, before trimming. */
  startSeconds: z.number().min(0),
  endSeconds: z.number().min(0),
  /** From 0 to 1. */
  confidence: z.number().min(0).max(1),
  /** How often the same voice speaks the name, including this one. */
  occurrences: z.int(),
});
export type OddName = z.infer<typeof oddNameSchema>;

export const nameComparisonSchema = z.object({
  /** Names that a voice speaks often enough to be compared, and how often they are spoken. */
  names: z.int(),
  occurrences: z.int(),
  /** Lines with such a name whose take hasn't been compared with its words (yet), so that the name's place isn't known. */
  linesWithoutTimes: z.int(),
  /** Voices that repeat too few ordinary words, so that nothing is known about their variation. */
  voicesNotCompared: z.array(z.string()),
  /** Takes that couldn't be read. */
  unreadable: z.int(),
  /** Most likely first. Approved takes are left out. */
  odd: z.array(oddNameSchema),
});
export type NameComparison = z.infer<typeof nameComparisonSchema>;

export const oddNamesSchema = z.array(oddNameSchema);
