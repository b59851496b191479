// Undo: the studio keeps what takes each change back, and the window names it by its step.
import { z } from 'zod';
import { request } from './request.ts';

/** Steps that can be undone: the studio and the window keep this many, and the oldest goes first. */
export const UNDO_DEPTH = 200;

/**
 * Part of the reply of a change: the step that takes it back; null where there is nothing to take back. Steps sort in the
 * order of the changes.
 */
export const stepShape = { step: z.string().nullable() };

const stepSchema = z.object({ step: z.string() });

/** Why a step is outdated: what has changed since, or is gone. */
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
   * Takes a step back. `redo`: whether it can be done again.
   *
   * Answers `not-found` for a step that was taken back, is too long ago or belongs to a project that is closed, and
   * `outdated` where it would undo something else: nothing is changed then.
   */
  'undo.undo': request(stepSchema, z.object({ redo: z.boolean() })),
  /** Does a step again that was taken back. */
  'undo.redo': request(stepSchema, z.null()),
};
