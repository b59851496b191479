// A new version of the script, compared with the one that the open project has, and taken over.
import { z } from 'zod';
import { importChoicesSchema } from '../model/import-choices.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

/** A script that was read, as `project.importPreview` has it. */
const newVersionSchema = z.object({ importId: z.string(), choices: importChoicesSchema });

/** Paragraphs of a chapter that a comparison shows at most. */
export const MOST_COMPARED = 200;

const comparedChapterSchema = z.object({
  /** Null: what stands before the first heading. */
  title: z.string().nullable(),
  change: z.enum(['same', 'changed', 'added', 'removed']),
  /** It stands elsewhere among the chapters. */
  moved: z.boolean(),
  /** Of its lines that would leave the script, how many have takes. */
  renderedRemoved: z.int(),
  /** What isn't the same in it: the first `MOST_COMPARED`, and how many there are in all. */
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
  /** What a new version would change. Nothing is changed by asking. */
  'revision.compare': request(
    newVersionSchema,
    z.object({
      chapters: z.array(comparedChapterSchema),
      /** Roles that are only called otherwise: they keep their voices. */
      renamed: z.array(z.object({ from: z.string(), into: z.string() })),
    }),
  ),
  /** Takes a new version over, but for chapters whose change is declined, by their index in the comparison. */
  'revision.take': request(newVersionSchema.extend({ declined: z.array(z.int().min(0)) }), z.object(stepShape)),
};
