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
  'engines.look': request(z.object({}), z.array(foundEngineSchema)),
  'engines.ask': request(engineQuestionSchema, foundEngineSchema),
  'engines.try': request(engineTrialSchema, z.object({ auditionId: z.string(), milliseconds: z.int() })),
  /** The local service uses the engine immediately, without interrupting current jobs. */
  'engines.save': request(engineChangeSchema.extend({ name: z.string().min(1).max(60) }), engineListSchema),
  /** Undo restores the engine and its key as long as the local service is running. */
  'engines.remove': request(
    z.object({ name: z.string().min(1).max(60) }),
    z.object({ ...stepShape, engines: engineListSchema.shape.engines }),
  ),
};
