import { z } from 'zod';
import { audioDefectSchema } from './audio-defect.ts';

/** Why a file can't be attached to a cue. `code` is the operating system's error code. */
export const soundFileProblemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['not-found', 'not-a-file', 'too-large']), path: z.string() }),
  z.object({ kind: z.literal('unreadable'), path: z.string(), code: z.string().nullable() }),
  z.object({ kind: z.literal('undecodable'), path: z.string(), defect: audioDefectSchema }),
]);
export type SoundFileProblem = z.infer<typeof soundFileProblemSchema>;
