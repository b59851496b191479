import { z } from 'zod';

export const timbreSchema = z
  .object({
    variant: z.string(),
    /** 0 to 99; 50 is the variant's own pitch. */
    pitch: z.number(),
    range: z.number(),
    /** Words per minute at speed 1. */
    rate: z.number(),
  })
  .readonly();
export type Timbre = z.infer<typeof timbreSchema>;
