import { z } from 'zod';
import { MAX_NAME_LENGTH } from './names.ts';

/** Why a snapshot was taken. All but `named` are taken automatically. */
export const snapshotReasonSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('named'), name: z.string().min(1).max(MAX_NAME_LENGTH) }),
  /** Before a new version of the manuscript was taken over. */
  z.object({ kind: z.literal('new-version') }),
  /** Before a cast change that made takes stale. The role is null if several roles were changed. */
  z.object({ kind: z.literal('cast'), role: z.string().nullable() }),
  /** Before another snapshot was restored. */
  z.object({ kind: z.literal('restore') }),
]);
export type SnapshotReason = z.infer<typeof snapshotReasonSchema>;

export const snapshotSchema = z.object({
  id: z.int(),
  madeAt: z.number(),
  reason: snapshotReasonSchema,
  lines: z.int(),
  /** The number of lines that had a take to export. */
  rendered: z.int(),
});
/** A saved state of a project's script, cast, settings, book details and review. */
export type ProjectSnapshot = z.infer<typeof snapshotSchema>;

/** The number of automatic snapshots that are kept. */
export const MAX_AUTOMATIC_SNAPSHOTS = 20;
