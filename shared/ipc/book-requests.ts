import { z } from 'zod';
import { BOOK_FIELDS, bookChangeSchema, bookDetailsSchema, COVER_FAULTS, coverFiguresSchema } from '../model/book.ts';
import { exportTargetIdSchema } from '../model/export/export-target.ts';
import { creditsSchema, disclosureChoiceSchema } from '../model/settings.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

const readinessSchema = z.object({
  target: exportTargetIdSchema,
  missing: z.array(z.enum(BOOK_FIELDS)).readonly(),
  cover: z.array(z.enum(COVER_FAULTS)).readonly(),
});

const bookSchema = z.object({
  details: bookDetailsSchema,
  /** The script's title or, if the script has none, the project's name. */
  name: z.string(),
  cover: coverFiguresSchema.nullable(),
  readiness: z.array(readinessSchema).readonly(),
});
export type BookReply = z.infer<typeof bookSchema>;

export const bookRequests = {
  'book.read': request(z.object({}), bookSchema),
  /** Adds credits as chapters before and after the script, replacing existing credits. Null removes the credits. */
  'book.setCredits': request(z.object({ credits: creditsSchema.nullable() }), z.object(stepShape)),
  /** Also updates the sentence about synthetic voices in the opening credits. */
  'book.setDisclosure': request(z.object({ disclosure: disclosureChoiceSchema }), z.object(stepShape)),
  /** Undefined fields stay unchanged; null clears a field. The UI refetches the book on `book-changed`. */
  'book.change': request(z.object({ change: bookChangeSchema }), bookSchema.extend(stepShape)),
};
