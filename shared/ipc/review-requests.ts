// Takes: the table, a line's takes, verdicts.
import { z } from 'zod';
import { lineStatusSchema } from '../model/line-status.ts';
import { earlierNoteSchema, takeSummarySchema, verdictSchema } from '../model/take.ts';
import { runSnapshotSchema } from './production-requests.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const reviewFilterSchema = z.object({
  chapterId: z.int().nullable().optional(),
  role: z.string().optional(),
  statuses: z.array(lineStatusSchema).optional(),
  verdict: z.enum(['approved', 'rejected', 'none']).optional(),
  suspiciousOnly: z.boolean().optional(),
  text: z.string().max(200).optional(),
  /** Whether one of its takes has a note. */
  withNote: z.boolean().optional(),
  sort: z.enum(['suspicion', 'script', 'role', 'text', 'duration', 'verdict']),
  /** The other way round. */
  reversed: z.boolean().optional(),
});
export type ReviewFilter = z.infer<typeof reviewFilterSchema>;

/** What a role says in a line. */
const turnSchema = z.object({ role: z.string(), text: z.string() });

export const reviewRowSchema = z.object({
  lineId: z.int(),
  /** What `lineNumber` makes its number of. */
  chapterNumber: z.int(),
  numberInChapter: z.int(),
  chapterId: z.int().nullable(),
  chapterTitle: z.string(),
  roles: z.array(z.string()),
  /** The first words. */
  excerpt: z.string(),
  /** All of its words as the script has them. */
  turns: z.array(turnSchema),
  status: lineStatusSchema,
  takes: z.int(),
  /** The take that it exports, else its latest. */
  take: takeSummarySchema.nullable(),
  /** Notes on its other takes, the newest take first. */
  earlierNotes: z.array(earlierNoteSchema),
  /** Its latest take, and when that came: milliseconds since the epoch. */
  latestTake: z.object({ id: z.int(), createdAt: z.number() }).nullable(),
});
export type ReviewRow = z.infer<typeof reviewRowSchema>;

/** Lines that are rendered again at once: what one batch holds. */
export const MOST_RETAKES = 50;
/** Takes that are ordered at once of each line. */
export const MOST_TAKES_AT_ONCE = 5;

const takeId = z.object({ takeId: z.int() });
/** A take after a change. */
const changedTakeSchema = z.object({ ...stepShape, take: takeSummarySchema });
/** How many takes a change was about: none of those that are as it would have them. */
const changedTakesSchema = z.object({ ...stepShape, changed: z.int() });

export const reviewRequests = {
  /** The lines that the filter lets through, in order, with figures over all of them. */
  'review.list': request(
    reviewFilterSchema,
    z.object({
      lineIds: z.array(z.int()),
      takes: z.int(),
      suspicious: z.int(),
      approved: z.int(),
      rejected: z.int(),
      withoutTake: z.int(),
      /** Takes whose audio is still to be looked at. */
      analysing: z.int(),
    }),
  ),
  'review.rows': request(z.object({ lineIds: z.array(z.int()).max(200) }), z.array(reviewRowSchema)),
  'review.takes': request(z.object({ lineId: z.int() }), z.array(takeSummarySchema)),
  /**
   * How the words that a take was made of differ from its line's today, both as sent and without turn prefixes; null
   * where they are the same, or can't be compared.
   */
  'review.textChange': request(
    takeId.extend({ lineId: z.int() }),
    z.object({ before: z.string(), after: z.array(turnSchema) }).nullable(),
  ),
  /** One byte a bucket, 0 to 255 of full scale. */
  'review.peaks': request(takeId, z.object({ peaksPerSecond: z.number(), peaks: z.instanceof(Uint8Array) })),
  /** The notes of the lines that the filter lets through, as a table for spreadsheets; `name` for its file. */
  'review.notesTable': request(reviewFilterSchema, z.object({ name: z.string(), text: z.string(), notes: z.int() })),
  'take.setVerdict': request(
    takeId.extend({ verdict: z.enum(['approved', 'rejected']).nullable() }),
    changedTakeSchema,
  ),
  /** Rejects a take and renders its line again, with another seed, before all that waits. */
  'take.rejectAndRetake': request(takeId, changedTakeSchema.extend({ run: runSnapshotSchema })),
  /**
   * Renders lines again, with other seeds, before all that waits; their takes stay as they are unless they are rejected.
   * Several takes of a line come one after another.
   */
  'take.retake': request(
    z.object({
      lineIds: z.array(z.int()).min(1).max(MOST_RETAKES),
      reject: z.boolean(),
      takes: z.int().min(1).max(MOST_TAKES_AT_ONCE).default(1),
    }),
    changedTakesSchema.extend({ run: runSnapshotSchema }),
  ),
  /** A verdict on the takes that lines show, as one step. */
  'take.setVerdicts': request(
    z.object({ lineIds: z.array(z.int()).max(200_000), verdict: verdictSchema.nullable() }),
    changedTakesSchema,
  ),
  'take.setNote': request(takeId.extend({ note: z.string().max(10_000) }), changedTakeSchema),
  /** Seconds left out at the start and at the end. */
  'take.setTrim': request(
    takeId.extend({ trimStartSeconds: z.number().min(0), trimEndSeconds: z.number().min(0) }),
    changedTakeSchema,
  ),
  'take.setGain': request(takeId.extend({ gainDb: z.number().min(-24).max(24) }), changedTakeSchema),
  /** Neither trim nor gain. */
  'take.resetTreatment': request(takeId, changedTakeSchema),
  /** The take that the line exports; of another key it is kept for today's (`keep`). */
  'take.pick': request(takeId.extend({ keep: z.boolean() }), changedTakeSchema),
};
