// Cloned voices ("Other endpoints named"): their payloads are not shown, so these are what public documentation of such a
// service says (docs/service.md).
import { z } from 'zod';
import { nullable, reading } from './parse.ts';
import { listedRightsSchema } from './voices.ts';

export const CLONE_TYPES = ['instant', 'high-fidelity'] as const;

/** Bounds of a sample: seconds and bytes, both inclusive. */
export const CLONE_BOUNDS = {
  seconds: { min: 2, max: 3600 },
  bytes: { min: 5_000, max: 50_000_000 },
  nameCharacters: { min: 1, max: 100 },
} as const;

/** The record of a cloned voice, as the local service answers it. `id` is the voice identifier. */
export const clonedVoiceSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  type: z.enum(CLONE_TYPES),
  gender: z.string().nullable(),
  /** Of the voice that it was made from. */
  language_code: z.string(),
  voice_engine: z.string(),
  is_cloned: z.literal(true),
  sample: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  /** What speaks with it, and what that may be used for, where a voice pack does: fields of the local service's own. */
  synthesizer: z.string().exactOptional(),
  rights: listedRightsSchema.exactOptional(),
});
export type ClonedVoice = z.infer<typeof clonedVoiceSchema>;

/** The body of `GET /api/v2/cloned-voices`. */
export const clonedVoiceListSchema = z.array(clonedVoiceSchema);

/** The tolerant reading of a record: without an identifier it is of no use, all else may be missing. */
export const clonedVoiceReading = reading(
  {
    id: z.string().min(1),
    name: z.string(),
    type: z.string(),
    gender: z.string(),
    language_code: z.string(),
    voice_engine: z.string(),
    sample: z.string(),
    synthesizer: z.string(),
    rights: listedRightsSchema,
  },
  ['id'],
);
export type ClonedVoiceReading = z.infer<typeof clonedVoiceReading>;

/** The tolerant reading of the list: entries that are no voices are left out. */
export const clonedVoiceListReading = z
  .array(clonedVoiceReading.or(z.unknown().transform(() => null)))
  .transform((voices) => voices.filter((voice) => voice !== null));

/** The text fields of the form of `POST /api/v2/cloned-voices/instant`; the sample is its part `sample_file`. */
export const cloneFieldsSchema = z.strictObject({
  voice_name: z
    .string()
    .min(CLONE_BOUNDS.nameCharacters.min)
    .max(CLONE_BOUNDS.nameCharacters.max)
    .regex(/^\P{Cc}*$/u, 'must have no control characters'),
  gender: nullable(z.enum(['male', 'female'])),
});
export type CloneFields = z.infer<typeof cloneFieldsSchema>;

/** The body of `DELETE /api/v2/cloned-voices`. */
export const cloneDeletionSchema = z.strictObject({ voice_id: z.string().min(1) });

/** Its answer. `deleted`: the record that is gone. */
export const cloneDeletedSchema = z.object({ message: z.string(), deleted: clonedVoiceSchema });
