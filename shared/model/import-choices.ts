// The producer's choices in the import preview.
import { z } from 'zod';
import { ASIDE_PLACES, type Aside, sheetChoiceSchema } from './manuscript.ts';
import { speakerChoicesSchema } from './speaker-choices.ts';

const asidePlaceSchema = z.enum(ASIDE_PLACES);

export const importChoicesSchema = z.object({
  kind: z.enum(['script', 'prose']),
  /** Names to import as roles; null uses `usualRoles`. */
  roles: z.array(z.string()).nullable(),
  /**
   * Names that were available to choose from, or absent for all. `usualRoles` decides about names that appeared later.
   */
  offered: z.array(z.string()).optional(),
  /** Spellings of one role: speech under `from` goes to `into`. */
  merges: z.array(z.object({ from: z.string(), into: z.string() })),
  /** Which sections of a document to read; if absent, `isUsuallyRead` decides. Plain text has no sections. */
  sections: z.array(z.boolean()).optional(),
  /** How to read each table of a spreadsheet; if absent, it's inferred from the column titles and cells. */
  sheets: z.array(sheetChoiceSchema).optional(),
  /** Voices chosen for roles. `castRoles` casts all other roles. */
  voices: z.array(z.object({ role: z.string(), voice: z.string() })).optional(),
  /** Whether to assign quotations in prose to speakers identified with confidence. Defaults to false. */
  attribute: z.boolean().optional(),
  /** Decisions about single quotations. They only take effect with `attribute`. */
  speakers: speakerChoicesSchema.optional(),
  /** Where to put text outside the document's main flow. If absent, it's left out. */
  notes: asidePlaceSchema.optional(),
  captions: asidePlaceSchema.optional(),
  tables: asidePlaceSchema.optional(),
  /** Whether to import emphasis as marks, in projects that act on directions. Defaults to true. */
  emphasis: z.boolean().optional(),
});
export type ImportChoices = z.infer<typeof importChoicesSchema>;
/** The choices about a document's sections, emphasis and text outside its main flow. */
export type DocumentChoices = Pick<ImportChoices, 'sections' | 'sheets' | 'emphasis' | Aside>;
