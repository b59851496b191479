import { z } from 'zod';
import {
  acceptedFindingSchema,
  proofedTakeSchema,
  proofStatusSchema,
  retryLimitsSchema,
  retryPlanSchema,
} from '../model/proofed-take.ts';
import { runSnapshotSchema } from './production-requests.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

const acceptance = acceptedFindingSchema.extend({ takeId: z.int() });

export const proofRequests = {
  /** Unknown takes are left out. `takes-changed` announces new results. */
  'proof.takes': request(z.object({ takeIds: z.array(z.int()).max(200) }), z.array(proofedTakeSchema)),
  'proof.status': request(z.object({}), proofStatusSchema),
  /** Accepts a finding and all others that match it in the scope. The step is null if that changes nothing. */
  'proof.accept': request(acceptance, z.object(stepShape)),
  /** Reverts `proof.accept`. */
  'proof.withdraw': request(acceptance, z.object(stepShape)),
  'proof.retryPlan': request(retryLimitsSchema, retryPlanSchema),
  /**
   * Renders suspicious lines again with other seeds, ahead of the queue. The better take is picked once the new one has
   * been compared, unless the producer has decided otherwise by then. Prices above the project's `confirmPrice` must be
   * confirmed.
   */
  'proof.retry': request(
    retryLimitsSchema.extend({ confirmed: z.boolean().optional() }),
    z.object({ lineIds: z.array(z.int()), run: runSnapshotSchema }),
  ),
};
