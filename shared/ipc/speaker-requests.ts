import { z } from 'zod';
import { importChoicesSchema } from '../model/import-choices.ts';
import { NAME_EVIDENCE } from '../model/speaker-choices.ts';
import { request } from './request.ts';

const foundQuotationSchema = z.object({
  id: z.string(),
  /**
   * The index of the quotation's paragraph, and the range in that paragraph including quotation marks, in UTF-16 code
   * units.
   */
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
  /** All paragraphs. Scene breaks are empty. */
  passages: z.array(z.string()),
  /** Chapters, by the index of their heading paragraph. */
  chapters: z.array(z.object({ passage: z.int(), title: z.string() })),
  quotations: z.array(foundQuotationSchema),
  aliases: z.array(z.object({ name: z.string(), like: z.string(), evidence: z.enum(NAME_EVIDENCE) })),
});

export const speakerRequests = {
  'speakers.list': request(z.object({ importId: z.string(), choices: importChoicesSchema }), bookQuotationsSchema),
};
