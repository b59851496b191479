// The voice object of `GET /api/v2/voices` ("Voice object").
import { z } from 'zod';
import { httpUrlSchema } from './input-parameters.ts';
import { markSchema } from './markup.ts';
import { lenientObject } from './parse.ts';
import { styleSchema } from './styles.ts';

// The specification doesn't define the type of these four traits. Accept strings and null.
const trait = z.string().nullable();

export const voiceSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  sample: httpUrlSchema,
  accent: z.string(),
  age: z.string(),
  gender: z.string(),
  language: z.string(),
  language_code: z.string(),
  loudness: trait,
  style: trait,
  tempo: trait,
  texture: trait,
  is_cloned: z.boolean(),
  voice_engine: z.string(),
});
export type Voice = z.infer<typeof voiceSchema>;

/** Local extension: usage rights, if a licence restricts them. */
export const listedRightsSchema = z.object({
  licence: z.string(),
  licence_address: z.string().nullable(),
  attribution: z.string().nullable(),
  commercial_use: z.boolean(),
  forbidden_uses: z.array(z.string()),
});
export type ListedRights = z.infer<typeof listedRightsSchema>;

export const listedVoiceSchema = voiceSchema.extend({
  synthesizer: z.string(),
  styles: z.array(styleSchema),
  marks: z.array(markSchema),
  /** Whether the service writes out numbers, units and abbreviations for this voice (`shared/speech-text`). */
  normalises: z.boolean(),
  rights: listedRightsSchema.exactOptional(),
});
export type ListedVoice = z.infer<typeof listedVoiceSchema>;

export const voiceListSchema = z.array(voiceSchema);

const looseTrait = z.union([z.string(), z.number(), z.boolean()]).transform(String);

const knownOrAbsent = <T extends z.ZodType>(schema: T) =>
  z.array(z.unknown()).transform((all) =>
    all.flatMap((each) => {
      const { success, data } = schema.safeParse(each);
      return success ? [data] : [];
    }),
  );

export const lenientVoiceSchema = lenientObject(
  {
    ...listedVoiceSchema.shape,
    sample: z.string(),
    loudness: looseTrait,
    style: looseTrait,
    tempo: looseTrait,
    texture: looseTrait,
    styles: knownOrAbsent(styleSchema),
    marks: knownOrAbsent(markSchema),
  },
  ['id'],
);
export type LenientVoice = z.infer<typeof lenientVoiceSchema>;

export const voiceListResponseSchema = z
  .array(lenientVoiceSchema.or(z.unknown().transform(() => null)))
  .transform((voices) => voices.filter((voice) => voice !== null));
