import { z } from 'zod';

/** Both are undefined if the text has no words. */
export const countedWordsSchema = z.object({ words: z.int().min(1).optional(), sample: z.string().optional() });
export type CountedWords = z.infer<typeof countedWordsSchema>;
