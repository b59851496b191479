// The producer's choices in the preview of an import.
import { z } from 'zod';
import { ASIDE_PLACES, type Aside, sheetChoiceSchema } from './manuscript.ts';
import { speakerChoicesSchema } from './speaker-choices.ts';

const asidePlaceSchema = z.enum(ASIDE_PLACES);

export const importChoicesSchema = z.object({
  kind: z.enum(['script', 'prose']),
  /** Names that are roles; null: as `usualRoles` says. */
  roles: z.array(z.string()).nullable(),
  /** The names that were to choose from; those that came with other sections since are as `usualRoles` says. Absent: all. */
  offered: z.array(z.string()).optional(),
  /** Spellings of one role: what stands under `from` is spoken by `into`. */
  merges: z.array(z.object({ from: z.string(), into: z.string() })),
  /** For each section of a document whether it is read; absent: as `isUsuallyRead` says. Plain text has no sections. */
  sections: z.array(z.boolean()).optional(),
  /** For each table of a spreadsheet how it is read; absent: as its titles and cells tell. */
  sheets: z.array(sheetChoiceSchema).optional(),
  /** Voices that are chosen for roles; absent, and for others: as `castRoles` casts them. */
  voices: z.array(z.object({ role: z.string(), voice: z.string() })).optional(),
  /** Whether quotations in prose go to those who say them, where that is known with confidence; absent: no. */
  attribute: z.boolean().optional(),
  /** What is decided about single quotations; without `attribute` it waits. */
  speakers: speakerChoicesSchema.optional(),
  /** What is done with words beside the text of a document; absent: they are left out. */
  notes: asidePlaceSchema.optional(),
  captions: asidePlaceSchema.optional(),
  tables: asidePlaceSchema.optional(),
  /** Whether what a document stresses comes in as marks, for projects that act on them; absent: yes. */
  emphasis: z.boolean().optional(),
});
export type ImportChoices = z.infer<typeof importChoicesSchema>;
/** What of them is about a document's sections, its emphasis and what stands beside its text. */
export type DocumentChoices = Pick<ImportChoices, 'sections' | 'sheets' | 'emphasis' | Aside>;
