import { z } from 'zod';
import { ASIDE_PLACES, type Aside, sheetChoiceSchema } from './manuscript.ts';
import { speakerChoicesSchema } from './speaker-choices.ts';

const asidePlaceSchema = z.enum(ASIDE_PLACES);

export const importChoicesSchema = z.object({
  kind: z.enum(['script', 'prose']),
  roles: z.array(z.string()).nullable(),
  /** Undefined means all names. `usualRoles` decides about names that appeared later. */
  offered: z.array(z.string()).optional(),
  merges: z.array(z.object({ from: z.string(), into: z.string() })),
  /** If undefined, `isUsuallyRead` decides. Plain text has no sections. */
  sections: z.array(z.boolean()).optional(),
  /** If undefined, inferred from the column titles and cells. */
  sheets: z.array(sheetChoiceSchema).optional(),
  voices: z.array(z.object({ role: z.string(), voice: z.string() })).optional(),
  /** Assigns quotations in prose to confidently identified speakers. Defaults to false. */
  attribute: z.boolean().optional(),
  speakers: speakerChoicesSchema.optional(),
  notes: asidePlaceSchema.optional(),
  captions: asidePlaceSchema.optional(),
  tables: asidePlaceSchema.optional(),
  emphasis: z.boolean().optional(),
});
export type ImportChoices = z.infer<typeof importChoicesSchema>;
export type DocumentChoices = Pick<ImportChoices, 'sections' | 'sheets' | 'emphasis' | Aside>;
