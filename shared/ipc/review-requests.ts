import { z } from 'zod';
import { correctionLinesSchema, correctionsSchema } from '../model/corrections.ts';
import { lineStatusSchema } from '../model/line-status.ts';
import { MAX_NAME_LENGTH } from '../model/names.ts';
import { lineNoteSchema, MAX_NOTE_LENGTH } from '../model/note.ts';
import { takeStateSchema, takeSummarySchema, verdictSchema } from '../model/take.ts';
import { runSnapshotSchema } from './production-requests.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const reviewFilterSchema = z.object({
  chapterId: z.int().nullable().optional(),
  role: z.string().optional(),
  statuses: z.array(lineStatusSchema).optional(),
  verdict: z.enum(['approved', 'rejected', 'none']).optional(),
  suspiciousOnly: z.boolean().optional(),
  text: z.string().max(MAX_NAME_LENGTH).optional(),
  /** Lines with notes; `open`: with notes that aren't done. */
  withNote: z.enum(['any', 'open']).optional(),
  /** Only lines whose take is by a cloned voice without a valid consent. */
  consentOnly: z.boolean().optional(),
  sort: z.enum(['suspicion', 'script', 'role', 'text', 'duration', 'verdict']),
  reversed: z.boolean().optional(),
});
export type ReviewFilter = z.infer<typeof reviewFilterSchema>;

const turnSchema = z.object({ role: z.string(), text: z.string() });

export const reviewRowSchema = z.object({
  lineId: z.int(),
  chapterNumber: z.int(),
  numberInChapter: z.int(),
  chapterId: z.int().nullable(),
  chapterTitle: z.string(),
  roles: z.array(z.string()),
  excerpt: z.string(),
  turns: z.array(turnSchema),
  status: lineStatusSchema,
  takes: z.int(),
  /** The exported take or, if there is none, the latest take. */
  take: takeSummarySchema.nullable(),
  /** Oldest first. */
  notes: z.array(lineNoteSchema),
  /** `createdAt` is in milliseconds since the epoch. */
  latestTake: z.object({ id: z.int(), createdAt: z.number() }).nullable(),
});
export type ReviewRow = z.infer<typeof reviewRowSchema>;

export const MAX_RETAKES = 50;
export const MAX_TAKES_AT_ONCE = 5;

const takeId = z.object({ takeId: z.int() });
const changedTakeSchema = z.object({ ...stepShape, take: takeStateSchema });
/** `changed` doesn't count takes that already had the requested state. */
const changedTakesSchema = z.object({ ...stepShape, changed: z.int() });

const noteText = z.string().min(1).max(MAX_NOTE_LENGTH);
const changedNoteSchema = z.object({ ...stepShape, note: lineNoteSchema });

export const reviewRequests = {
  'review.list': request(
    reviewFilterSchema,
    z.object({
      lineIds: z.array(z.int()),
      takes: z.int(),
      suspicious: z.int(),
      approved: z.int(),
      rejected: z.int(),
      withoutTake: z.int(),
      analysing: z.int(),
    }),
  ),
  'review.rows': request(z.object({ lineIds: z.array(z.int()).max(200) }), z.array(reviewRowSchema)),
  'review.takes': request(z.object({ lineId: z.int() }), z.array(takeSummarySchema)),
  /** Compares the text sent for a take with the line's current text. Null if the two are equal or can't be compared. */
  'review.textChange': request(
    takeId.extend({ lineId: z.int() }),
    z.object({ before: z.string(), after: z.array(turnSchema) }).nullable(),
  ),
  /** One byte per interval, from 0 to 255 (full scale). */
  'review.peaks': request(takeId, z.object({ peaksPerSecond: z.number(), peaks: z.instanceof(Uint8Array) })),
  'review.corrections': request(
    z.object({ lines: correctionLinesSchema, chapterId: z.int().nullable().optional() }),
    correctionsSchema,
  ),
  'take.setVerdict': request(takeId.extend({ verdict: verdictSchema.nullable() }), changedTakeSchema),
  /** Rejects a take and renders its line again with another seed, ahead of the queue. */
  'take.rejectAndRetake': request(takeId, changedTakeSchema.extend({ run: runSnapshotSchema })),
  /** Renders lines again with other seeds, ahead of the queue. Existing takes are rejected only if `reject` is set. */
  'take.retake': request(
    z.object({
      lineIds: z.array(z.int()).min(1).max(MAX_RETAKES),
      reject: z.boolean(),
      takes: z.int().min(1).max(MAX_TAKES_AT_ONCE).default(1),
    }),
    changedTakesSchema.extend({ run: runSnapshotSchema }),
  ),
  'take.setVerdicts': request(
    z.object({ lineIds: z.array(z.int()).max(200_000), verdict: verdictSchema.nullable() }),
    changedTakesSchema,
  ),
  /** Oldest first. */
  'note.list': request(z.object({ lineId: z.int() }), z.array(lineNoteSchema)),
  /** `seconds`: position in the take's file. */
  'note.add': request(
    z.object({ lineId: z.int(), text: noteText, takeId: z.int().nullable(), seconds: z.number().min(0).nullable() }),
    changedNoteSchema,
  ),
  'note.change': request(
    z.object({
      noteId: z.int(),
      text: noteText.optional(),
      isDone: z.boolean().optional(),
      withoutTime: z.boolean().optional(),
    }),
    changedNoteSchema,
  ),
  'note.remove': request(z.object({ noteId: z.int() }), z.object(stepShape)),
  'take.setTrim': request(
    takeId.extend({ trimStartSeconds: z.number().min(0), trimEndSeconds: z.number().min(0) }),
    changedTakeSchema,
  ),
  'take.setGain': request(takeId.extend({ gainDb: z.number().min(-24).max(24) }), changedTakeSchema),
  'take.resetTreatment': request(takeId, changedTakeSchema),
  /** Selects the take to export. With `keep`, a take for an earlier render key is accepted for the current key. */
  'take.pick': request(takeId.extend({ keep: z.boolean() }), changedTakeSchema),
};
