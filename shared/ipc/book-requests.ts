// The book of the open project: what it says of itself, its cover, and what each target still needs of both.
import { z } from 'zod';
import { BOOK_FIELDS, bookChangeSchema, bookDetailsSchema, COVER_FAULTS, coverFiguresSchema } from '../model/book.ts';
import { deliveryTargetIdSchema } from '../model/delivery-target.ts';
import { creditsSchema } from '../model/settings.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

/** What a book lacks for a target. */
const readinessSchema = z.object({
  target: deliveryTargetIdSchema,
  missing: z.array(z.enum(BOOK_FIELDS)).readonly(),
  cover: z.array(z.enum(COVER_FAULTS)).readonly(),
});

const bookSchema = z.object({
  /** As they are kept; the title's place is taken by `name` where it is null. */
  details: bookDetailsSchema,
  /** What the book is called where no title is set: by its script, else by the project's name. */
  name: z.string(),
  /** The picture of the project (`library.setCover`); null: there is none. */
  cover: coverFiguresSchema.nullable(),
  /** Of every target, in the order in which they are shown. */
  readiness: z.array(readinessSchema).readonly(),
});
export type BookReply = z.infer<typeof bookSchema>;

export const bookRequests = {
  'book.read': request(z.object({}), bookSchema),
  /** Puts credits around the script as chapters of their own, in the place of those that it has; null takes them out. */
  'book.setCredits': request(z.object({ credits: creditsSchema.nullable() }), z.object(stepShape)),
  /** What is absent stays; null takes a detail away. Everything that shows the book asks again at `book-changed`. */
  'book.change': request(z.object({ change: bookChangeSchema }), bookSchema.extend(stepShape)),
};
