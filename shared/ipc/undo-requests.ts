// The studio stores how to revert each change. The UI refers to a change by its step id.
import { z } from 'zod';
import { request } from './request.ts';

/** The maximum number of undo steps in the studio and the UI. The oldest steps are dropped first. */
export const UNDO_DEPTH = 200;

/** The change's undo step, or null if it can't be undone. Ids sort in the order of the changes. */
export const stepShape = { step: z.string().nullable() };

/** Returns whether a reply contains the step that undoes the change. */
export function hasStep(reply: z.ZodType): boolean {
  const value = reply instanceof z.ZodNullable ? reply.unwrap() : reply;
  return value instanceof z.ZodObject && 'step' in value.shape;
}

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
  'role',
  'rules',
  'connection',
  'script',
  'cue',
  'changed',
]);
export type OutdatedReason = z.infer<typeof outdatedReasonSchema>;

const storedStepSchema = z.object({
  step: z.string(),
  /** The step's name in the window's language when it was recorded. */
  label: z.string(),
  screen: z.string(),
  /** Consecutive steps with the same value are shown as one step. */
  joins: z.string().nullable(),
  isUndone: z.boolean(),
});
export type StoredStep = z.infer<typeof storedStepSchema>;

export const undoRequests = {
  /** Returns the open project's stored steps from oldest to newest. */
  'undo.history': request(z.object({}), z.array(storedStepSchema)),
  /** Stores a step's name, so that it can be undone after a restart. Unknown steps are ignored. */
  'undo.describe': request(storedStepSchema.omit({ isUndone: true }), z.null()),
  /**
   * Fails with `not-found` if the step no longer exists, and with `outdated` if undoing it would revert a different
   * change.
   */
  'undo.undo': request(stepSchema, z.object({ redo: z.boolean() })),
  'undo.redo': request(stepSchema, z.null()),
};
