// Lines as they are listened to, one after the other: what `shared/rules/timeline.ts` lays out in time, with what a player
// shows of each.
import { z } from 'zod';
import { audioProblemSchema } from './take.ts';

const listenedTakeSchema = z.object({
  takeId: z.int(),
  /** 1-based within the line, the oldest first. */
  number: z.int(),
  /** Of the file, in seconds, before it is trimmed. */
  durationSeconds: z.number(),
  trimStartSeconds: z.number(),
  trimEndSeconds: z.number(),
  gainDb: z.number(),
  /** LUFS; null where it has not been measured. */
  loudnessLufs: z.number().nullable(),
  /** The silence at its ends, in seconds; null where it has not been measured. */
  headSilenceSeconds: z.number().nullable(),
  tailSilenceSeconds: z.number().nullable(),
  /** As `TakeSummary` has it: base64 of a byte a bar; null where it has not been measured. */
  overview: z.string().nullable(),
});
export type ListenedTake = z.infer<typeof listenedTakeSchema>;

export const listenedLineSchema = z.object({
  kind: z.literal('line'),
  lineId: z.int(),
  /** What `lineNumber` makes its number of. */
  chapterNumber: z.int(),
  numberInChapter: z.int(),
  /** Null: before the first heading. */
  chapterId: z.int().nullable(),
  paragraphId: z.int(),
  isHeading: z.boolean(),
  roles: z.array(z.string()),
  /** Seconds of the script's marks beside it; null: there is no mark. */
  pauseBeforeSeconds: z.number().nullable(),
  pauseAfterSeconds: z.number().nullable(),
  /** The pause before it that the producer set; null: none was set. */
  setPauseSeconds: z.number().nullable(),
  /** How many takes it has. */
  takes: z.int(),
  /** The take that it exports, else its latest; null where it has none whose file can be played. */
  take: listenedTakeSchema.nullable(),
  /** What is wrong with the file of the take that would be heard. */
  audioProblem: audioProblemSchema.nullable(),
});
export type ListenedLine = z.infer<typeof listenedLineSchema>;

/** A line, or a pause mark that stands alone, in seconds. */
export const listenedEntrySchema = z.discriminatedUnion('kind', [
  listenedLineSchema,
  z.object({ kind: z.literal('pause'), seconds: z.number() }),
]);
export type ListenedEntry = z.infer<typeof listenedEntrySchema>;
