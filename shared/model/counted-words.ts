// How much of a text is meant, where the text itself is too long to be told.
import { z } from 'zod';

/** The number of words, and how they begin; both are absent where there are none. */
export const countedWordsSchema = z.object({ words: z.int().min(1).optional(), sample: z.string().optional() });
export type CountedWords = z.infer<typeof countedWordsSchema>;
