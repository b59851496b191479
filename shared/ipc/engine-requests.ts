// The engines elsewhere that the local service speaks with. Their keys go one way: no reply has one.

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
  /** Those that are kept. */
  'engines.list': request(z.object({}), engineListSchema),
  /** Looks for servers on this machine, at the ports where they usually listen. */
  'engines.look': request(z.object({}), z.array(foundEngineSchema)),
  /** Asks a server at an address for its voices. */
  'engines.ask': request(engineQuestionSchema, foundEngineSchema),
  /** Has a sentence spoken by an engine that need not be kept; it is heard as an audition. */
  'engines.try': request(engineTrialSchema, z.object({ auditionId: z.string(), milliseconds: z.int() })),
  /** Keeps an engine. The local service speaks with it at once, and goes on with what it speaks. */
  'engines.save': request(engineChangeSchema.extend({ name: z.string().min(1).max(60) }), engineListSchema),
  /** Takes one out, and its key with it. Its step brings both back while the local service runs. */
  'engines.remove': request(
    z.object({ name: z.string().min(1).max(60) }),
    z.object({ ...stepShape, engines: engineListSchema.shape.engines }),
  ),
};
