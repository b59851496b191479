import { z } from 'zod';
import { importChoicesSchema } from '../model/import-choices.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

const newVersionSchema = z.object({ importId: z.string(), choices: importChoicesSchema });

export const MAX_COMPARED_PARAGRAPHS = 200;

/** Counts of rendered lines that become stale or are removed, of their takes, and of the approved ones among these. */
const takeEffectSchema = z.object({ stale: z.int(), removed: z.int(), takes: z.int(), approved: z.int() });
export type TakeEffect = z.infer<typeof takeEffectSchema>;

/** Indices in the comparison. */
const revisionEditSchema = z.object({ chapter: z.int().min(0), paragraph: z.int().min(0) });
export type RevisionEdit = z.infer<typeof revisionEditSchema>;

const comparedParagraphSchema = z.discriminatedUnion('change', [
  /** Consecutive paragraphs that stay as they are. */
  z.object({ change: z.literal('same'), count: z.int() }),
  z.object({
    change: z.enum(['changed', 'added', 'removed', 'moved']),
    before: z.string().nullable(),
    after: z.string().nullable(),
    index: z.int(),
    /** The producer has edited, added or deleted it since the import. It stays unless it is to be replaced. */
    isEdited: z.boolean(),
    effect: takeEffectSchema,
  }),
]);
export type ParagraphComparison = z.infer<typeof comparedParagraphSchema>;

const comparedChapterSchema = z.object({
  /** Null for text before the first heading. */
  title: z.string().nullable(),
  change: z.enum(['same', 'changed', 'added', 'removed']),
  moved: z.boolean(),
  renderedRemoved: z.int(),
  notesRemoved: z.int(),
  paragraphs: z.array(comparedParagraphSchema),
  changes: z.int(),
  /** Of all changes except edited paragraphs. */
  effect: takeEffectSchema,
});
export type ChapterComparison = z.infer<typeof comparedChapterSchema>;

export const revisionRequests = {
  'revision.compare': request(
    newVersionSchema,
    z.object({
      chapters: z.array(comparedChapterSchema),
      /** Renamed roles keep their voices. */
      renamed: z.array(z.object({ from: z.string(), into: z.string() })),
      /** False if the project doesn't record its import, so that edits can't be told from the manuscript's text. */
      knowsEdits: z.boolean(),
      /** Takes of all lines in the script. */
      takes: z.int(),
    }),
  ),
  /**
   * Applies a new version, except for the declined chapters and for edits that aren't replaced. Both are identified by
   * their indexes in the comparison.
   */
  'revision.take': request(
    newVersionSchema.extend({ declined: z.array(z.int().min(0)), replaced: z.array(revisionEditSchema) }),
    z.object(stepShape),
  ),
};
