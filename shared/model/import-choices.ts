import { z } from 'zod';
import { ASIDE_PLACES, type Aside, sheetChoiceSchema } from './manuscript.ts';
import { noteReferenceSchema, productionKindSchema } from './production-kind.ts';
import { speakerChoicesSchema } from './speaker-choices.ts';

const asidePlaceSchema = z.enum(ASIDE_PLACES);

export const importChoicesSchema = z.object({
  kind: z.enum(['script', 'prose']),
  roles: z.array(z.string()).nullable(),
  /**
   * Names that the producer could choose from; undefined means all names. `suggestedRoles` decides about names added
   * later.
   */
  offered: z.array(z.string()).optional(),
  merges: z.array(z.object({ from: z.string(), into: z.string() })),
  /** If undefined, `isReadByDefault` decides for each section. Plain text has no sections. */
  sections: z.array(z.boolean()).optional(),
  /** If undefined, the choices are inferred from column titles and cells. */
  sheets: z.array(sheetChoiceSchema).optional(),
  voices: z.array(z.object({ role: z.string(), voice: z.string() })).optional(),
  /** Whether quotations in prose are assigned to confidently identified speakers. Defaults to false. */
  attribute: z.boolean().optional(),
  speakers: speakerChoicesSchema.optional(),
  notes: asidePlaceSchema.optional(),
  captions: asidePlaceSchema.optional(),
  tables: asidePlaceSchema.optional(),
  emphasis: z.boolean().optional(),
  /** If undefined, the kind that the manuscript suggests. */
  productionKind: productionKindSchema.optional(),
  /** Production notes that are spoken after all. */
  spokenNotes: z.array(noteReferenceSchema).optional(),
});
export type ImportChoices = z.infer<typeof importChoicesSchema>;
export type DocumentChoices = Pick<
  ImportChoices,
  'sections' | 'sheets' | 'emphasis' | 'productionKind' | 'spokenNotes' | Aside
>;
