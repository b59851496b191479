// The engines elsewhere that the local service speaks with, as the application looks for them, tries and sets them. No part of
// the interface: only Lectern asks its own service for it.
import { z } from 'zod';

export const ENGINES_PATH = '/internal/engines';

/** What can be set from the application. Piper as a program is set in the file alone. */
export const engineKindSchema = z.enum(['openai', 'piper-http']);

export const ENGINE_LIMITS = {
  /** Code points of one stretch of text. */
  characters: { min: 20, max: 20_000 },
  atOnce: { min: 1, max: 64 },
  voices: 1000,
  /** Characters of a sentence that an engine is tried with. */
  sentence: 500,
} as const;

/** One row of printable text. */
const row = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^[^\p{Cc}\u2028\u2029]+$/u);

/** A voice of a server, as far as the server tells of it. */
export const serverVoiceSchema = z.strictObject({
  /** What the server calls it. */
  voice: row(200),
  name: row(100),
  /** BCP 47; null: the server does not say. */
  languageCode: z
    .string()
    .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/)
    .nullable(),
  gender: z.enum(['female', 'male', 'neutral']),
  /** The model that it belongs to, where the server tells; null: the engine's. */
  model: row(200).nullable(),
  /** Which of a model's speakers, counted from 0. */
  speaker: z.int().min(0).max(100_000).nullable(),
});
export type ServerVoice = z.infer<typeof serverVoiceSchema>;

/** A server that was asked what it has. */
export const foundEngineSchema = z.strictObject({
  kind: engineKindSchema,
  url: z.string(),
  /** The program that usually listens at its port; null: any. */
  program: z.string().nullable(),
  models: z.array(z.string()),
  voices: z.array(serverVoiceSchema),
});
export type FoundEngine = z.infer<typeof foundEngineSchema>;

/** How an engine is to be used. */
export const engineSetupSchema = z.strictObject({
  kind: engineKindSchema,
  url: z.string().max(2000),
  model: z.string().trim().max(200),
  /** The speeds that the server itself speaks at. */
  speeds: z.tuple([z.number().min(0.1).max(1), z.number().min(1).max(5)]),
  maxCharacters: z.int().min(ENGINE_LIMITS.characters.min).max(ENGINE_LIMITS.characters.max),
  concurrency: z.int().min(ENGINE_LIMITS.atOnce.min).max(ENGINE_LIMITS.atOnce.max),
  voices: z.array(serverVoiceSchema).max(ENGINE_LIMITS.voices),
});
export type EngineSetup = z.infer<typeof engineSetupSchema>;

const keySchema = z.string().max(1000).nullable();

/** Where to look, and with which key; null: with the one that is kept for this engine, if its server is the same. */
export const engineQuestionSchema = z.strictObject({
  name: z.string().max(60).nullable(),
  url: z.string().max(2000),
  key: keySchema,
});
export type EngineQuestion = z.infer<typeof engineQuestionSchema>;

/** A sentence in one voice of an engine that need not be kept yet. */
export const engineTrialSchema = engineQuestionSchema.extend({
  setup: engineSetupSchema,
  voice: z.int().min(0),
  text: row(ENGINE_LIMITS.sentence),
});
export type EngineTrial = z.infer<typeof engineTrialSchema>;

/** An engine to keep. `key`: as in a question; empty: none from now on. */
export const engineChangeSchema = z.strictObject({
  setup: engineSetupSchema,
  key: keySchema,
  /** Whether there must be none of the name yet. */
  isNew: z.boolean(),
});
export type EngineChange = z.infer<typeof engineChangeSchema>;

/** An engine that is kept. */
export const engineEntrySchema = z.strictObject({
  name: z.string(),
  /** `piper`: a program, which the file alone sets. */
  kind: z.enum(['openai', 'piper', 'piper-http']),
  /** Null: it is a program. */
  url: z.string().nullable(),
  hasKey: z.boolean(),
  /** Null: it has something that the application can't show; it stays as the file has it. */
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

/** Why an engine can't be used. */
export const engineProblemSchema = z.object({
  kind: z.enum(ENGINE_PROBLEMS),
  /** The HTTP status, where there was an answer. */
  status: z.int().nullable(),
  /** What the server itself says of it, or which field is wrong. */
  detail: z.string().nullable(),
});
export type EngineProblem = z.infer<typeof engineProblemSchema>;

/** The body of an answer that is no success. */
export const engineRefusalSchema = z.object({ error_message: z.string(), problem: engineProblemSchema });

export const engineListSchema = z.strictObject({ engines: z.array(engineEntrySchema) });
export const engineSearchSchema = z.strictObject({ found: z.array(foundEngineSchema) });
