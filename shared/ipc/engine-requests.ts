// Requests for external speech engines used by the local service. Replies never contain their keys.

import {
  engineChangeSchema,
  engineListSchema,
  engineQuestionSchema,
  engineTrialSchema,
  foundEngineSchema,
} from '@lectern/tts-protocol';
import { z } from 'zod';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const engineRequests = {
  'engines.list': request(z.object({}), engineListSchema),
  /** Scans the usual ports on this machine for speech servers. */
  'engines.look': request(z.object({}), z.array(foundEngineSchema)),
  /** Fetches the voices of a server at an address. */
  'engines.ask': request(engineQuestionSchema, foundEngineSchema),
  /** Renders a sentence with an engine, saved or not, for playback as an audition. */
  'engines.try': request(engineTrialSchema, z.object({ auditionId: z.string(), milliseconds: z.int() })),
  /** Saves an engine. The local service uses it immediately, without interrupting current jobs. */
  'engines.save': request(engineChangeSchema.extend({ name: z.string().min(1).max(60) }), engineListSchema),
  /** Removes an engine and its key. Undo restores both while the local service is running. */
  'engines.remove': request(
    z.object({ name: z.string().min(1).max(60) }),
    z.object({ ...stepShape, engines: engineListSchema.shape.engines }),
  ),
};
