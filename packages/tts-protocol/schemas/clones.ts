// Cloned voices ("Other endpoints named"). The payloads aren't specified, so they follow public documentation
// (docs/service.md).
import { z } from 'zod';
import { lenientObject, nullable } from './parse.ts';
import { listedRightsSchema } from './voices.ts';

export const CLONE_TYPES = ['instant', 'high-fidelity'] as const;

export const CLONE_BOUNDS = {
  seconds: { min: 2, max: 3600 },
  bytes: { min: 5_000, max: 50_000_000 },
  nameCharacters: { min: 1, max: 100 },
} as const;

export const clonedVoiceSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  type: z.enum(CLONE_TYPES),
  gender: z.string().nullable(),
  language_code: z.string(),
  voice_engine: z.string(),
  is_cloned: z.literal(true),
  sample: z.string(),
  created_at: z.iso.datetime({ offset: true }),
  /** Local extension: the voice pack that speaks the clone, and the pack's usage rights. */
  synthesizer: z.string().exactOptional(),
  rights: listedRightsSchema.exactOptional(),
});
export type ClonedVoice = z.infer<typeof clonedVoiceSchema>;

/** The response of `GET /api/v2/cloned-voices`. */
export const clonedVoiceListSchema = z.array(clonedVoiceSchema);

export const lenientClonedVoiceSchema = lenientObject(
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
export type LenientClonedVoice = z.infer<typeof lenientClonedVoiceSchema>;

export const lenientClonedVoiceListSchema = z
  .array(lenientClonedVoiceSchema.or(z.unknown().transform(() => null)))
  .transform((voices) => voices.filter((voice) => voice !== null));

/** The text fields of the form for `POST /api/v2/cloned-voices/instant`; the sample is the part `sample_file`. */
export const cloneFieldsSchema = z.strictObject({
  voice_name: z
    .string()
    .min(CLONE_BOUNDS.nameCharacters.min)
    .max(CLONE_BOUNDS.nameCharacters.max)
    .regex(/^\P{Cc}*$/u, 'must not contain control characters'),
  gender: nullable(z.enum(['male', 'female'])),
});
export type CloneFields = z.infer<typeof cloneFieldsSchema>;

/** The body of `DELETE /api/v2/cloned-voices`. */
export const cloneDeletionSchema = z.strictObject({ voice_id: z.string().min(1) });

/** The response of `DELETE /api/v2/cloned-voices`. */
export const cloneDeletionResponseSchema = z.object({ message: z.string(), deleted: clonedVoiceSchema });
