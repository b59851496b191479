// How far the reading of a file is.
import { z } from 'zod';

/** `pages`: of a PDF. `arranging`: chapters, roles and lines are made of what was read. */
const READING_STAGES = ['unpacking', 'reading', 'pages', 'arranging'] as const;

export const readingProgressSchema = z.object({
  stage: z.enum(READING_STAGES),
  /** Pages or parts that were read, and all there are; `total` is 0 where that is not known. */
  done: z.int(),
  total: z.int(),
});
export type ReadingProgress = z.infer<typeof readingProgressSchema>;

/** What someone who waits for a file is told, and how they call it off. */
export interface ReadingWatch {
  /** Reading ends with its reason once it is aborted. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReadingProgress) => void;
}

/** Takes what a reader tells. @param done of `total`, where both are known */
export type TellStage = (stage: ReadingProgress['stage'], done?: number, total?: number) => void;
