import { z } from 'zod';

/** Numbers count from 1. */
export const sourcePositionSchema = z.union([
  z.object({ part: z.string() }),
  z.object({ page: z.int().min(1) }),
  z.object({ row: z.int().min(1) }),
]);
export type SourcePosition = z.infer<typeof sourcePositionSchema>;
