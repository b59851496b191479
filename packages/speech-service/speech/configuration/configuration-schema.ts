import { engineSchema, languageSchema, printableText, slugSchema } from '@lectern/tts-protocol';
import { z } from 'zod';

const MAX_ENGINES = 50;
const MAX_VOICES = 1000;

const address = z
  .url({ protocol: /^https?$/, error: 'must be a URL that starts with http:// or https://' })
  .refine((text) => URL.canParse(text) && new URL(text).username === '' && new URL(text).password === '', {
    message: 'must not contain a user name or password: use key, keyFile or keyEnv',
  });

const seconds = z.number().positive().max(86_400).exactOptional();

const trait = printableText(60).exactOptional();

const voiceShape = {
  /** The last part of the voice identifier. By default, it is derived from the voice's name on the server. */
  id: slugSchema.exactOptional(),
  name: printableText(100),
  language: languageSchema.exactOptional(),
  languageCode: z
    .string()
    .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'must be a language tag, like "en-GB"')
    .exactOptional(),
  gender: z.enum(['female', 'male', 'neutral']).default('neutral'),
  age: z.enum(['young', 'adult', 'older']).default('adult'),
  accent: trait,
  style: trait,
  tempo: trait,
  texture: trait,
  loudness: trait,
  voiceEngine: engineSchema.default('SvcDialog'),
  /** Spoken in the voice's sample. Optional for the interface's languages, which have a default text. */
  sampleText: printableText(500).exactOptional(),
};

const speaker = z.int().min(0).max(100_000).exactOptional();

const engineShape = {
  name: slugSchema,
  concurrency: z.int().min(1).max(64).exactOptional(),
  timeouts: z.strictObject({ connectSeconds: seconds, idleSeconds: seconds, totalSeconds: seconds }).exactOptional(),
  /** In code points. */
  maxCharacters: z.int().min(20).max(20_000).exactOptional(),
  sampleRate: z.int().min(8000).max(48_000).exactOptional(),
  /** In decibels. By default, each turn is levelled to match the embedded voices. */
  gain: z.number().min(-40).max(40).exactOptional(),
};

const voices = <T extends z.ZodType>(voice: T) => z.array(voice).min(1).max(MAX_VOICES);

export const ENGINE_KINDS = ['openai', 'piper', 'piper-http'] as const;

const openaiSchema = z.strictObject({
  ...engineShape,
  kind: z.literal('openai'),
  url: address,
  model: printableText(200),
  key: printableText(1000).exactOptional(),
  keyFile: z.string().min(1).exactOptional(),
  keyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')
    .exactOptional(),
  responseFormat: z.enum(['wav', 'pcm']).default('wav'),
  /** Whether the model supports `instructions`, which are used for styles. */
  instructions: z.boolean().exactOptional(),
  /** The range of speeds that the server supports; `[1, 1]` if it can't change the speed. */
  speeds: z.tuple([z.number().min(0.1).max(1), z.number().min(1).max(5)]).exactOptional(),
  voices: voices(
    z.strictObject({ ...voiceShape, voice: printableText(200), model: printableText(200).exactOptional() }),
  ),
});

const piperSchema = z.strictObject({
  ...engineShape,
  kind: z.literal('piper'),
  command: z
    .union([z.string().min(1), z.tuple([z.string().min(1)], z.string())], 'must be a program or an array of strings')
    .default('piper'),
  model: z.string().min(1).exactOptional(),
  voices: voices(z.strictObject({ ...voiceShape, model: z.string().min(1).exactOptional(), speaker })),
});

const piperHttpSchema = z.strictObject({
  ...engineShape,
  kind: z.literal('piper-http'),
  url: address,
  model: printableText(200).exactOptional(),
  voices: voices(z.strictObject({ ...voiceShape, voice: printableText(200).exactOptional(), speaker })),
});

export const configurationSchema = z.strictObject({
  engines: z.array(z.discriminatedUnion('kind', [openaiSchema, piperSchema, piperHttpSchema])).max(MAX_ENGINES),
});

export type Configuration = z.infer<typeof configurationSchema>;
export type ConfiguredEngine = Configuration['engines'][number];
export type ConfiguredVoice = ConfiguredEngine['voices'][number];
export type OpenaiConfiguration = z.infer<typeof openaiSchema>;
export type PiperConfiguration = z.infer<typeof piperSchema>;
export type PiperHttpConfiguration = z.infer<typeof piperHttpSchema>;
