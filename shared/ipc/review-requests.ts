// Takes: the table, a line's takes, verdicts.
import { z } from 'zod';
import { lineStatusSchema } from '../model/line-status.ts';
import { takeSummarySchema } from '../model/take.ts';
import { runSnapshotSchema } from './production-requests.ts';
import { request } from './request.ts';

export const reviewFilterSchema = z.object({
  chapterId: z.int().nullable().optional(),
  role: z.string().optional(),
  statuses: z.array(lineStatusSchema).optional(),
  verdict: z.enum(['approved', 'rejected', 'none']).optional(),
  suspiciousOnly: z.boolean().optional(),
  text: z.string().max(200).optional(),
  sort: z.enum(['suspicion', 'script', 'role', 'duration']),
});
export type ReviewFilter = z.infer<typeof reviewFilterSchema>;

export const reviewRowSchema = z.object({
  lineId: z.int(),
  /** In the script, 1-based. */
  number: z.int(),
  chapterId: z.int().nullable(),
  chapterTitle: z.string(),
  roles: z.array(z.string()),
  /** The first words. */
  excerpt: z.string(),
  status: lineStatusSchema,
  takes: z.int(),
  /** The take that it exports, else its latest. */
  take: takeSummarySchema.nullable(),
});
export type ReviewRow = z.infer<typeof reviewRowSchema>;

const takeId = z.object({ takeId: z.int() });
/** A take after a change, with what would take the change back. */
const changedTakeSchema = z.object({
  take: takeSummarySchema,
  previous: z.object({
    verdict: z.enum(['approved', 'rejected']).nullable(),
    note: z.string(),
    trimStartSeconds: z.number(),
    trimEndSeconds: z.number(),
    gainDb: z.number(),
    /** The take that the line exported before. */
    pickTakeId: z.int().nullable(),
  }),
});

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
  /** One byte a bucket, 0 to 255 of full scale. */
  'review.peaks': request(takeId, z.object({ peaksPerSecond: z.number(), peaks: z.instanceof(Uint8Array) })),
  'take.setVerdict': request(
    takeId.extend({ verdict: z.enum(['approved', 'rejected']).nullable() }),
    changedTakeSchema,
  ),
  /** Rejects a take and renders its line again, with another seed, before all that waits. */
  'take.rejectAndRetake': request(takeId, changedTakeSchema.extend({ run: runSnapshotSchema })),
  'take.setNote': request(takeId.extend({ note: z.string().max(10_000) }), changedTakeSchema),
  /** Seconds left out at the start and at the end. */
  'take.setTrim': request(
    takeId.extend({ trimStartSeconds: z.number().min(0), trimEndSeconds: z.number().min(0) }),
    changedTakeSchema,
  ),
  'take.setGain': request(takeId.extend({ gainDb: z.number().min(-24).max(24) }), changedTakeSchema),
  /** The take that the line exports; of another key it is kept for today's (`keep`). */
  'take.pick': request(takeId.extend({ keep: z.boolean() }), changedTakeSchema),
  /** Takes a pick back: null leaves the line without one for today's key. */
  'take.restorePick': request(z.object({ lineId: z.int(), takeId: z.int().nullable() }), z.null()),
};
