// The studio stores how to revert each change, and the window refers to it by its step id.
import { z } from 'zod';
import { request } from './request.ts';

/** The maximum number of undo steps in the studio and the window. The oldest are dropped first. */
export const UNDO_DEPTH = 200;

/** The undo step of a change, or null if it has none. Ids sort in the order of the changes. */
export const stepShape = { step: z.string().nullable() };

const stepSchema = z.object({ step: z.string() });

export const outdatedReasonSchema = z.enum([
  'verdict',
  'verdicts',
  'pick',
  'note',
  'treatment',
  'take-gone',
  'override',
  'pause',
  'voice',
  'role',
  'rules',
  'connection',
  'script',
]);
export type OutdatedReason = z.infer<typeof outdatedReasonSchema>;

export const undoRequests = {
  /** Fails with `not-found` for a step that is gone, and with `outdated` if it would revert a different change. */
  'undo.undo': request(stepSchema, z.object({ redo: z.boolean() })),
  'undo.redo': request(stepSchema, z.null()),
};
