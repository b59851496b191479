// Version 1 ("Versioning"): `POST /api/v1/convert` takes `content` and `voice`; its answer is not shown.
import { z } from 'zod';

/** The body: paragraphs, in order, and a voice: its identifier, or its name. */
export const conversionCreationSchema = z.strictObject({
  content: z.array(z.string()).min(1),
  voice: z.string().min(1),
});

/** What the local service answers to it, with 201. */
export const conversionCreatedSchema = z.object({
  status: z.literal('CREATED'),
  transcriptionId: z.string().min(1),
  /** Characters (code points) and words of the content. */
  contentLength: z.int().min(0),
  wordCount: z.int().min(0),
});

/** What it answers when it is asked how far a conversion is. */
export const conversionStatusSchema = z.object({
  transcriptionId: z.string().min(1),
  voice: z.string(),
  converted: z.boolean(),
  audioUrl: z.string().optional(),
  /** Seconds. */
  audioDuration: z.number().min(0).optional(),
  error: z.boolean().optional(),
  errorMessage: z.string().optional(),
});
