import { z } from 'zod';
import { voiceDriftSchema } from '../model/voice-drift.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const driftRequests = {
  /** Voices with the most takes first. Compares all takes, so it can take a second for large projects. */
  'drift.voices': request(z.object({}), z.array(voiceDriftSchema)),
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
