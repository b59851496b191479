// Single asynchronous jobs ("The separate endpoint that reads the data of a text-to-speech job").
import { z } from 'zod';
import { outputReading, outputSchema, resourceLinkSchema } from './jobs.ts';
import { reading } from './parse.ts';
import { singleCreationSchema } from './single-parameters.ts';
import { jobStatusSchema } from './vocabulary.ts';

/** The local service's response, which the specification doesn't show. */
export const singleJobSchema = z.object({
  id: z.string().min(1),
  created_at: z.iso.datetime({ offset: true }),
  input: singleCreationSchema,
  status: jobStatusSchema,
  output: outputSchema.nullable(),
  error_message: z.string().optional(),
  _links: z.object({ self: resourceLinkSchema }),
});
export type SingleJob = z.input<typeof singleJobSchema>;

/** Lenient: fields may be missing, and output fields may be at the top level. */
export const singleJobReading = reading(
  {
    id: z.string().min(1),
    status: jobStatusSchema,
    output: outputReading,
    url: z.string().min(1),
    duration: z.number().min(0),
    size: z.int().min(0),
    error_message: z.string(),
    error: z.string(),
    message: z.string(),
    _links: reading({ self: z.object({ href: z.string().min(1) }) }, []),
  },
  [],
);
export type SingleJobReading = z.infer<typeof singleJobReading>;
