// Undo: the studio stores how to revert each change, and the window refers to it by its step id.
import { z } from 'zod';
import { request } from './request.ts';

/** The maximum number of undo steps in the studio and the window. The oldest are dropped first. */
export const UNDO_DEPTH = 200;

/**
 * Part of the reply to a change: the id of its undo step, or null if there is none. Ids sort in order of the changes.
 */
export const stepShape = { step: z.string().nullable() };

const stepSchema = z.object({ step: z.string() });

/** What has changed since, or was deleted, so that a step can no longer be undone. */
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
  /**
   * Undoes a step. `redo` says whether it can be redone.
   *
   * Fails with `not-found` if the step was already undone, was dropped, or belongs to a closed project, and with
   * `outdated` if it would revert a different change. Nothing changes in either case.
   */
  'undo.undo': request(stepSchema, z.object({ redo: z.boolean() })),
  'undo.redo': request(stepSchema, z.null()),
};
