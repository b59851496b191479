import { z } from 'zod';

const READING_STAGES = ['unpacking', 'reading', 'pages', 'arranging'] as const;

export const readingProgressSchema = z.object({
  stage: z.enum(READING_STAGES),
  done: z.int(),
  total: z.int(),
});
export type ReadingProgress = z.infer<typeof readingProgressSchema>;

export interface ReadingWatch {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ReadingProgress) => void;
}

export type ReportStage = (stage: ReadingProgress['stage'], done?: number, total?: number) => void;
