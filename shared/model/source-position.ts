import { z } from 'zod';

/** A place in a file, in the terms of its format. Numbers count from 1. */
export const sourcePositionSchema = z.union([
  /** A file within an archive, or a sheet of a workbook. */
  z.object({ part: z.string() }),
  z.object({ page: z.int().min(1) }),
  /** A row of plain text or of a table. */
  z.object({ row: z.int().min(1) }),
]);
export type SourcePosition = z.infer<typeof sourcePositionSchema>;
