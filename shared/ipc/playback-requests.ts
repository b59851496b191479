// What is listened to, one line after the other.
import { z } from 'zod';
import { listenedEntrySchema } from '../model/listening.ts';
import { request } from './request.ts';

export const playbackRequests = {
  /** A chapter in script order, with its pause marks; null: what stands before the first heading. */
  'playback.chapter': request(z.object({ chapterId: z.int().nullable() }), z.array(listenedEntrySchema)),
  /** Lines in the order of their ids, without pause marks; those that are not in the script are left out. */
  'playback.lines': request(z.object({ lineIds: z.array(z.int()).max(200) }), z.array(listenedEntrySchema)),
};
