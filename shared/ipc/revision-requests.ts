import { z } from 'zod';
import { importChoicesSchema } from '../model/import-choices.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

const newVersionSchema = z.object({ importId: z.string(), choices: importChoicesSchema });

export const MAX_COMPARED_PARAGRAPHS = 200;

const comparedChapterSchema = z.object({
  /** Null for text before the first heading. */
  title: z.string().nullable(),
  change: z.enum(['same', 'changed', 'added', 'removed']),
  moved: z.boolean(),
  renderedRemoved: z.int(),
  notesRemoved: z.int(),
  paragraphs: z.array(
    z.object({
      change: z.enum(['changed', 'added', 'removed', 'moved']),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
  changes: z.int(),
});
export type ChapterComparison = z.infer<typeof comparedChapterSchema>;

export const revisionRequests = {
  'revision.compare': request(
    newVersionSchema,
    z.object({
      chapters: z.array(comparedChapterSchema),
      /** Renamed roles keep their voices. */
      renamed: z.array(z.object({ from: z.string(), into: z.string() })),
    }),
  ),
  /**
   * Applies a new version, except for the declined chapters. Chapters are identified by their indexes in the
   * comparison.
   */
  'revision.take': request(newVersionSchema.extend({ declined: z.array(z.int().min(0)) }), z.object(stepShape)),
};
