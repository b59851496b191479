import { z } from 'zod';

/** In the order in which they are listed. */
export const HARD_WORD_KINDS = ['name', 'foreign', 'number', 'abbreviation', 'homograph'] as const;
export type HardWordKind = (typeof HARD_WORD_KINDS)[number];

/** Why a word is listed. `letters` to `spelling` are reasons for foreign words, `date` to `figure` for numbers. */
const reasonSchema = z.enum([
  'capitals',
  'given-name',
  'letters',
  'script',
  'passage',
  'emphasis',
  'spelling',
  'date',
  'time',
  'money',
  'phone',
  'ordinal',
  'roman',
  'fraction',
  'year',
  'figure',
  'short-form',
  'initials',
  'two-readings',
]);
export type HardWordReason = z.infer<typeof reasonSchema>;

export const hardWordSchema = z.object({
  kind: z.enum(HARD_WORD_KINDS),
  /** As written. Homographs are in lower case, except German nouns. */
  word: z.string(),
  reason: reasonSchema,
  count: z.int(),
  /** The first lines that contain the word, in any case, in script order. */
  lineIds: z.array(z.int()).min(1),
  role: z.string(),
  /** The sentence in the first of the lines, around the word. */
  before: z.string(),
  after: z.string(),
  /** The text with the number or abbreviation written out; null if it is read as written. */
  readAs: z.string().nullable(),
});
export type HardWord = z.infer<typeof hardWordSchema>;
