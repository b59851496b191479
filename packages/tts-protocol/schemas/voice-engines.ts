// Internal API to configure the local service's external engines. Only Lectern uses it.
import { z } from 'zod';

export const ENGINES_PATH = '/internal/engines';

/** Engine kinds that the application can configure. Running Piper as a program can only be configured in the file. */
export const engineKindSchema = z.enum(['openai', 'piper-http']);

export const ENGINE_LIMITS = {
  /** Code points per segment of text. */
  characters: { min: 20, max: 20_000 },
  atOnce: { min: 1, max: 64 },
  voices: 1000,
  sentence: 500,
} as const;

const singleLine = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\u2028\u2029]+$/u);

export const serverVoiceSchema = z.strictObject({
  voice: singleLine(200),
  name: singleLine(100),
  /** A BCP 47 tag; null if unknown. */
  languageCode: z
    .string()
    .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/)
    .nullable(),
  gender: z.enum(['female', 'male', 'neutral']),
  model: singleLine(200).nullable(),
  speaker: z.int().min(0).max(100_000).nullable(),
});
export type ServerVoice = z.infer<typeof serverVoiceSchema>;

export const foundEngineSchema = z.strictObject({
  kind: engineKindSchema,
  url: z.string(),
  program: z.string().nullable(),
  models: z.array(z.string()),
  voices: z.array(serverVoiceSchema),
});
export type FoundEngine = z.infer<typeof foundEngineSchema>;

export const engineSetupSchema = z.strictObject({
  kind: engineKindSchema,
  url: z.string().max(2000),
  model: z.string().trim().max(200),
  speeds: z.tuple([z.number().min(0.1).max(1), z.number().min(1).max(5)]),
  maxCharacters: z.int().min(ENGINE_LIMITS.characters.min).max(ENGINE_LIMITS.characters.max),
  concurrency: z.int().min(ENGINE_LIMITS.atOnce.min).max(ENGINE_LIMITS.atOnce.max),
  voices: z.array(serverVoiceSchema).max(ENGINE_LIMITS.voices),
});
export type EngineSetup = z.infer<typeof engineSetupSchema>;

const keySchema = z.string().max(1000).nullable();

/** A null `key` means the engine's stored key, which is only sent to the server it was saved for. */
export const engineProbeSchema = z.strictObject({
  name: z.string().max(60).nullable(),
  url: z.string().max(2000),
  key: keySchema,
});
export type EngineProbe = z.infer<typeof engineProbeSchema>;

export const engineTrialSchema = engineProbeSchema.extend({
  setup: engineSetupSchema,
  voice: z.int().min(0),
  text: singleLine(ENGINE_LIMITS.sentence),
});
export type EngineTrial = z.infer<typeof engineTrialSchema>;

/** For `key`, null keeps the stored key and an empty string removes it. */
export const engineChangeSchema = z.strictObject({
  setup: engineSetupSchema,
  key: keySchema,
  /** Whether the engine is new, in which case its name must not be in use. */
  isNew: z.boolean(),
});
export type EngineChange = z.infer<typeof engineChangeSchema>;

export const engineEntrySchema = z.strictObject({
  name: z.string(),
  kind: z.enum(['openai', 'piper', 'piper-http']),
  url: z.string().nullable(),
  hasKey: z.boolean(),
  /** Null if the application can't represent the engine's configuration, which then stays as it is in the file. */
  setup: engineSetupSchema.nullable(),
  voices: z.array(z.string()),
});
export type EngineEntry = z.infer<typeof engineEntrySchema>;

export const ENGINE_PROBLEMS = [
  'unreachable',
  'silent',
  'endless',
  'redirected',
  'key-wanted',
  'key-refused',
  'unknown-there',
  'text-too-long',
  'busy',
  'failed',
  'refused',
  'no-web-server',
  'no-voice-server',
  'unusable-sound',
  'no-sound',
  'unusable-address',
  'insecure-key',
  'unusable-key',
  'unusable-setup',
  'unusable-file',
  'name-taken',
  'service-gone',
  'service-failed',
] as const;

export const engineProblemSchema = z.object({
  kind: z.enum(ENGINE_PROBLEMS),
  status: z.int().nullable(),
  detail: z.string().nullable(),
});
export type EngineProblem = z.infer<typeof engineProblemSchema>;

export const engineRefusalSchema = z.object({ error_message: z.string(), problem: engineProblemSchema });

export const engineListSchema = z.strictObject({ engines: z.array(engineEntrySchema) });
export const engineSearchSchema = z.strictObject({ found: z.array(foundEngineSchema) });
