import { z } from 'zod';

/** Why an audio file can't be used. Sizes are in bytes, durations in seconds. */
export const audioDefectSchema = z.discriminatedUnion('kind', [
  /** `foreign`: not audio, or in an unknown format. `damaged`: in a known format, but can't be decoded. */
  z.object({ kind: z.enum(['empty', 'silent', 'foreign', 'truncated', 'damaged', 'unsupported', 'too-long']) }),
  z.object({ kind: z.literal('other-size'), sizeBytes: z.number(), announcedBytes: z.number() }),
  z.object({ kind: z.literal('other-duration'), seconds: z.number(), announcedSeconds: z.number() }),
]);
export type AudioDefect = z.infer<typeof audioDefectSchema>;
