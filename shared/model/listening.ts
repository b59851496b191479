// Lines for continuous playback: the input of `packages/audio/timeline.ts` and the data a player displays.
import { z } from 'zod';
import { audioProblemSchema } from './take.ts';

const listenedTakeSchema = z.object({
  takeId: z.int(),
  /** 1-based within the line, oldest first. */
  number: z.int(),
  /** Duration of the file before trimming. */
  durationSeconds: z.number(),
  trimStartSeconds: z.number(),
  trimEndSeconds: z.number(),
  gainDb: z.number(),
  /** LUFS, or null if not measured. */
  loudnessLufs: z.number().nullable(),
  /** Silence at the ends, or null if not measured. */
  headSilenceSeconds: z.number().nullable(),
  tailSilenceSeconds: z.number().nullable(),
  /** Same as `overview` of `TakeSummary`: base64 with one byte per bar, or null if not measured. */
  overview: z.string().nullable(),
});
export type ListenedTake = z.infer<typeof listenedTakeSchema>;

export const listenedLineSchema = z.object({
  kind: z.literal('line'),
  lineId: z.int(),
  /** The parts of the displayed line number, see `lineNumber`. */
  chapterNumber: z.int(),
  numberInChapter: z.int(),
  /** Null before the first heading. */
  chapterId: z.int().nullable(),
  paragraphId: z.int(),
  isHeading: z.boolean(),
  roles: z.array(z.string()),
  /** From pause marks in the script; null without a mark. */
  pauseBeforeSeconds: z.number().nullable(),
  pauseAfterSeconds: z.number().nullable(),
  /** A pause before the line set by the producer, or null. */
  setPauseSeconds: z.number().nullable(),
  takes: z.int(),
  /** The exported take, else the latest one; null if no take is playable. */
  take: listenedTakeSchema.nullable(),
  /** The problem with the audio of the take that would be played. */
  audioProblem: audioProblemSchema.nullable(),
});
export type ListenedLine = z.infer<typeof listenedLineSchema>;

/** A line, or a pause mark on its own. */
export const listenedEntrySchema = z.discriminatedUnion('kind', [
  listenedLineSchema,
  z.object({ kind: z.literal('pause'), seconds: z.number() }),
]);
export type ListenedEntry = z.infer<typeof listenedEntrySchema>;
