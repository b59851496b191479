import { z } from 'zod';

/** The documented engines ("Voice engines"). */
export const ENGINES = ['SvcDialog', 'Svc3.0-mini', 'Svc2.0-turbo', 'Svc2.0'] as const;
export const engineSchema = z.enum(ENGINES);
export type Engine = z.infer<typeof engineSchema>;

/** The only engine that batches accept. */
export const BATCH_ENGINE = 'SvcDialog';

/** Also includes the engine in the specification's sample body, which isn't documented elsewhere. */
export const STREAM_ENGINES = [...ENGINES, 'Svc3.0'] as const;
export const streamEngineSchema = z.enum(STREAM_ENGINES);
export type StreamEngine = z.infer<typeof streamEngineSchema>;

export const QUALITIES = ['draft', 'low', 'medium', 'high', 'premium'] as const;
export const qualitySchema = z.enum(QUALITIES);
export type Quality = z.infer<typeof qualitySchema>;

export const OUTPUT_FORMATS = ['mp3', 'wav', 'ogg', 'flac', 'mulaw'] as const;
export const outputFormatSchema = z.enum(OUTPUT_FORMATS);
export type OutputFormat = z.infer<typeof outputFormatSchema>;

export const LANGUAGES = [
  'afrikaans',
  'albanian',
  'amharic',
  'arabic',
  'bengali',
  'bulgarian',
  'catalan',
  'croatian',
  'czech',
  'danish',
  'dutch',
  'english',
  'french',
  'galician',
  'german',
  'greek',
  'hebrew',
  'hindi',
  'hungarian',
  'indonesian',
  'italian',
  'japanese',
  'korean',
  'malay',
  'mandarin',
  'polish',
  'portuguese',
  'russian',
  'serbian',
  'spanish',
  'swedish',
  'tagalog',
  'thai',
  'turkish',
  'ukrainian',
  'urdu',
  'xhosa',
] as const;
export const languageSchema = z.enum(LANGUAGES);
export type Language = z.infer<typeof languageSchema>;

export const JOB_STATUSES = ['pending', 'in_progress', 'completed', 'failed'] as const;
export const jobStatusSchema = z.enum(JOB_STATUSES);
export type JobStatus = z.infer<typeof jobStatusSchema>;

export const STAGES = ['queued', 'active', 'preload', 'generate', 'postprocessing', 'complete'] as const;
export const stageSchema = z.enum(STAGES);
export type Stage = z.infer<typeof stageSchema>;

export const printableText = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .regex(/^[^\p{Cc}\u2028\u2029]+$/u, 'must be a single line of text');

export const slugSchema = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must consist of lower-case letters, digits and single dashes, like "heart-2"');
