// The studio stores how to revert each change. The UI refers to a change by its step id.
import { z } from 'zod';
import { request } from './request.ts';

/** The maximum number of undo steps in the studio and the UI. The oldest steps are dropped first. */
export const UNDO_DEPTH = 200;

/** The change's undo step, or null if it can't be undone. Ids sort in the order of the changes. */
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
  'cue',
]);
export type OutdatedReason = z.infer<typeof outdatedReasonSchema>;

export const undoRequests = {
  /**
   * Fails with `not-found` if the step no longer exists, and with `outdated` if undoing it would revert a different
   * change.
   */
  'undo.undo': request(stepSchema, z.object({ redo: z.boolean() })),
  'undo.redo': request(stepSchema, z.null()),
};
