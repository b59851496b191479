// Who says the quotations of a book that was read and is no project yet.
import { z } from 'zod';
import { importChoicesSchema } from '../model/import-choices.ts';
import { request } from './request.ts';

const foundQuotationSchema = z.object({
  id: z.string(),
  /** Its paragraph, by its index, and where it stands in that, marks included, in UTF-16 code units. */
  passage: z.int(),
  start: z.int(),
  end: z.int(),
  speaker: z.string().nullable(),
  confidence: z.number(),
  evidence: z.enum([
    'name',
    'description',
    'pronoun',
    'same-paragraph',
    'continued',
    'action',
    'alternation',
    'vocative',
    'model',
    'mention',
    'none',
  ]),
  isDoubtful: z.boolean(),
  called: z.string().nullable(),
  talk: z.int(),
  turn: z.int(),
  otherwise: z.object({ speaker: z.string().nullable(), by: z.enum(['model', 'rules']) }).nullable(),
});

const bookQuotationsSchema = z.object({
  /** The paragraphs; what parts scenes is empty. */
  passages: z.array(z.string()),
  /** Headings, by the paragraph that they are. */
  chapters: z.array(z.object({ passage: z.int(), title: z.string() })),
  quotations: z.array(foundQuotationSchema),
  /** Names that may be another one's. */
  aliases: z.array(z.object({ name: z.string(), like: z.string() })),
});

export const speakerRequests = {
  /** The quotations of a script as the choices read it. @see `project.importPreview` */
  'speakers.list': request(z.object({ importId: z.string(), choices: importChoicesSchema }), bookQuotationsSchema),
};
