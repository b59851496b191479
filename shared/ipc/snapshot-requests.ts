import { z } from 'zod';
import { MAX_NAME_LENGTH } from '../model/names.ts';
import { snapshotSchema } from '../model/snapshot.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const snapshotRequests = {
  /** Newest first. */
  'snapshots.list': request(
    z.object({}),
    z.object({ snapshots: z.array(snapshotSchema), now: snapshotSchema.pick({ lines: true, rendered: true }) }),
  ),
  'snapshots.take': request(
    z.object({ name: z.string().trim().min(1).max(MAX_NAME_LENGTH) }),
    z.object({ id: z.int() }),
  ),
  /** Restores the script, cast, settings, book details and review. Later takes are kept. */
  'snapshots.restore': request(z.object({ id: z.int() }), z.object(stepShape)),
  'snapshots.delete': request(z.object({ id: z.int() }), z.object(stepShape)),
};
