import { z } from 'zod';
import { MAX_NOTE_LENGTH } from '../model/note.ts';
import { MAX_PICKUPS, matchedPickupsSchema } from '../model/pickups.ts';
import { runSnapshotSchema } from './production-requests.ts';
import { request } from './request.ts';
import { MAX_RETAKES } from './review-requests.ts';
import { stepShape } from './undo-requests.ts';

/** In UTF-16 code units. */
export const MAX_PASTED_PICKUPS = 1_000_000;

const acceptedPickupSchema = z.object({
  lineId: z.int(),
  text: z.string().min(1).max(MAX_NOTE_LENGTH),
  takeId: z.int().nullable(),
  /** Position in the take's file. */
  seconds: z.number().min(0).nullable(),
});
export type AcceptedPickup = z.infer<typeof acceptedPickupSchema>;

export const pickupRequests = {
  /** Reads a proofer's list of corrections and matches it with the open project's lines. Changes nothing. */
  'pickups.readFile': request(
    z.object({ name: z.string().min(1).max(400), bytes: z.instanceof(Uint8Array) }),
    matchedPickupsSchema,
  ),
  'pickups.readText': request(z.object({ text: z.string().max(MAX_PASTED_PICKUPS) }), matchedPickupsSchema),
  /**
   * Adds notes in one step, and renders lines again, ahead of the queue. Notes that a line already has are counted in
   * `known`. Undoing removes the notes, but doesn't cancel the order.
   */
  'pickups.apply': request(
    z.object({
      notes: z.array(acceptedPickupSchema).max(MAX_PICKUPS),
      retakeLineIds: z.array(z.int()).max(MAX_RETAKES),
    }),
    z.object({ ...stepShape, added: z.int(), known: z.int(), run: runSnapshotSchema.nullable() }),
  ),
};
