// Version 1 ("Versioning"): `POST /api/v1/convert` accepts `content` and `voice`; the response isn't specified.
import { z } from 'zod';

/** `content` contains paragraphs in order; `voice` is an identifier or a name. */
export const conversionCreationSchema = z.strictObject({
  content: z.array(z.string()).min(1),
  voice: z.string().min(1),
});

export const conversionCreatedSchema = z.object({
  status: z.literal('CREATED'),
  transcriptionId: z.string().min(1),
  /** In code points. */
  contentLength: z.int().min(0),
  wordCount: z.int().min(0),
});

export const conversionStatusSchema = z.object({
  transcriptionId: z.string().min(1),
  voice: z.string(),
  converted: z.boolean(),
  audioUrl: z.string().optional(),
  audioDuration: z.number().min(0).optional(),
  error: z.boolean().optional(),
  errorMessage: z.string().optional(),
});
