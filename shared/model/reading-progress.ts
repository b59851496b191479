import { z } from 'zod';

/** `pages`: reading pages of a PDF. `arranging`: building chapters, roles and lines. */
const READING_STAGES = ['unpacking', 'reading', 'pages', 'arranging'] as const;

export const readingProgressSchema = z.object({
  stage: z.enum(READING_STAGES),
  /** Pages or parts; `total` is 0 if unknown. */
  done: z.int(),
  total: z.int(),
});
export type ReadingProgress = z.infer<typeof readingProgressSchema>;

export interface ReadingWatch {
  /** Aborting rejects the read with the signal's reason. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReadingProgress) => void;
}

export type TellStage = (stage: ReadingProgress['stage'], done?: number, total?: number) => void;
