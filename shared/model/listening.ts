import { z } from 'zod';
import { SPEECH_CLOSINGS, SPEECH_OPENINGS } from '../rules/speech-edges.ts';
import { audioProblemSchema } from './take.ts';

const listenedTakeSchema = z.object({
  takeId: z.int(),
  number: z.int(),
  durationSeconds: z.number(),
  trimStartSeconds: z.number(),
  trimEndSeconds: z.number(),
  gainDb: z.number(),
  loudnessLufs: z.number().nullable(),
  headSilenceSeconds: z.number().nullable(),
  tailSilenceSeconds: z.number().nullable(),
  /** Base64 with one byte per bar, as in `TakeSummary`; null if not measured. */
  overview: z.string().nullable(),
});
export type PlaybackTake = z.infer<typeof listenedTakeSchema>;

export const playbackLineSchema = z.object({
  kind: z.literal('line'),
  lineId: z.int(),
  chapterNumber: z.int(),
  numberInChapter: z.int(),
  chapterId: z.int().nullable(),
  paragraphId: z.int(),
  isHeading: z.boolean(),
  roles: z.array(z.string()),
  opens: z.enum(SPEECH_OPENINGS),
  closes: z.enum(SPEECH_CLOSINGS),
  /** From pause marks in the script; null without a mark. */
  pauseBeforeSeconds: z.number().nullable(),
  pauseAfterSeconds: z.number().nullable(),
  setPauseSeconds: z.number().nullable(),
  takes: z.int(),
  /** The exported take or, if there is none, the latest one. Null if no take is playable. */
  take: listenedTakeSchema.nullable(),
  audioProblem: audioProblemSchema.nullable(),
});
export type PlaybackLine = z.infer<typeof playbackLineSchema>;

export const playbackEntrySchema = z.discriminatedUnion('kind', [
  playbackLineSchema,
  z.object({ kind: z.literal('pause'), seconds: z.number(), isScene: z.boolean() }),
]);
export type PlaybackEntry = z.infer<typeof playbackEntrySchema>;
