import { z } from 'zod';
import { nameComparisonSchema, oddNamesSchema } from '../model/name-sounds.ts';
import { voiceDriftSchema } from '../model/voice-drift.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const driftRequests = {
  /** Voices with the most takes first. Compares all takes, so it can take a second for large projects. */
  'drift.voices': request(z.object({}), z.array(voiceDriftSchema)),
  /** Names that sounded different when they were compared last. */
  'drift.names': request(z.object({}), oddNamesSchema),
  /** Compares how names sound. Takes minutes for a long book; `names-progress` shows the progress. */
  'drift.compareNames': request(z.object({}), nameComparisonSchema),
  /** Cancels `drift.compareNames`, which then stores nothing. */
  'drift.cancelNames': request(z.object({}), z.null()),
  /** From now on, compares a voice only with new takes. */
  'drift.accept': request(z.object({ key: z.string() }), z.object(stepShape)),
  /** The cost of rendering the canary lines again. `price` is null if the connection has none. */
  'drift.canaries': request(
    z.object({}),
    z.object({
      lineIds: z.array(z.int()),
      characters: z.int(),
      price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
    }),
  ),
};
