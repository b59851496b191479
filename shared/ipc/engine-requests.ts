import {
  engineChangeSchema,
  engineListSchema,
  engineProbeSchema,
  engineTrialSchema,
  foundEngineSchema,
} from '@lectern/tts-protocol';
import { z } from 'zod';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const engineRequests = {
  'engines.list': request(z.object({}), engineListSchema),
  'engines.look': request(z.object({}), z.array(foundEngineSchema)),
  'engines.ask': request(engineProbeSchema, foundEngineSchema),
  'engines.try': request(engineTrialSchema, z.object({ auditionId: z.string(), milliseconds: z.int() })),
  /** The local service switches to the engine immediately, without interrupting current jobs. */
  'engines.save': request(engineChangeSchema.extend({ name: z.string().min(1).max(60) }), engineListSchema),
  /** Undo restores the previous engine and its key while the local service is running. */
  'engines.remove': request(
    z.object({ name: z.string().min(1).max(60) }),
    z.object({ ...stepShape, engines: engineListSchema.shape.engines }),
  ),
};
