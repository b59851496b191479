import { z } from 'zod';

/** In characters. */
export const MAX_NOTE_LENGTH = 10_000;

/** A correction or remark. It belongs to the line, so it stays when the line gets another take. */
export const lineNoteSchema = z.object({
  id: z.int(),
  lineId: z.int(),
  text: z.string(),
  /** The take that the note was written on; null if the line had none. */
  takeId: z.int().nullable(),
  /** That take's number within the line, from 1. */
  take: z.int().nullable(),
  /** Position in that take's file; null if the note is about the whole line. */
  seconds: z.number().nullable(),
  /** Like `doneAt`, in milliseconds since the epoch. */
  createdAt: z.number(),
  /** Null while the note is open. */
  doneAt: z.number().nullable(),
});
export type LineNote = z.infer<typeof lineNoteSchema>;
