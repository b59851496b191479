// The voice object, as `GET /api/v2/voices` lists it ("Voice object").
import { z } from 'zod';
import { httpUrlSchema } from './input-parameters.ts';
import { markSchema } from './markup.ts';
import { reading } from './parse.ts';
import { styleSchema } from './styles.ts';

// The type of these four, where they are not null, is not shown: a reader takes whatever is printable.
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

/** What a voice may be used for, where that is limited by a licence: a field of the local service's own. */
export const listedRightsSchema = z.object({
  licence: z.string(),
  licence_address: z.string().nullable(),
  /** Who is to be named, in words that can be printed as they are. */
  attribution: z.string().nullable(),
  commercial_use: z.boolean(),
  /** A sentence each. */
  forbidden_uses: z.array(z.string()),
});
export type ListedRights = z.infer<typeof listedRightsSchema>;

/** As the local service lists it: with what speaks, and what that may be used for. */
export const listedVoiceSchema = voiceSchema.extend({
  synthesizer: z.string(),
  /** In which it can speak besides its own: `style` of a request. */
  styles: z.array(styleSchema),
  /** Marks within a text that change how it speaks: `markup` of a request. */
  marks: z.array(markSchema),
  /** Whether numbers, units and abbreviations are written out before it speaks (`shared/speech-text`). */
  normalises: z.boolean(),
  rights: listedRightsSchema.exactOptional(),
});
export type ListedVoice = z.infer<typeof listedVoiceSchema>;

/** The body of `GET /api/v2/voices`. */
export const voiceListSchema = z.array(voiceSchema);

const looseTrait = z.union([z.string(), z.number(), z.boolean()]).transform(String);

/** Of a list those that are known here. */
const known = <T extends z.ZodType>(one: T) =>
  z.array(z.unknown()).transform((all) =>
    all.flatMap((each) => {
      const { success, data } = one.safeParse(each);
      return success ? [data] : [];
    }),
  );

/** The tolerant reading of a voice: without an identifier it is of no use, all else may be missing. */
export const voiceReading = reading(
  {
    ...listedVoiceSchema.shape,
    sample: z.string(),
    loudness: looseTrait,
    style: looseTrait,
    tempo: looseTrait,
    texture: looseTrait,
    styles: known(styleSchema),
    marks: known(markSchema),
  },
  ['id'],
);
export type VoiceReading = z.infer<typeof voiceReading>;

/** The tolerant reading of the listing: entries that are no voices are left out. */
export const voiceListReading = z
  .array(voiceReading.or(z.unknown().transform(() => null)))
  .transform((voices) => voices.filter((voice) => voice !== null));
