// A summary of a text too long to show in full.
import { z } from 'zod';

/** The word count and the first few words. Both are absent if the text has no words. */
export const countedWordsSchema = z.object({ words: z.int().min(1).optional(), sample: z.string().optional() });
export type CountedWords = z.infer<typeof countedWordsSchema>;
