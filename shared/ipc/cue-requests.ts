import { z } from 'zod';
import { cueEntrySchema, soundSettingsSchema } from '../model/cue-sounds.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

const placeShape = { paragraphId: z.int(), position: z.int().min(0) };
export const cuePlaceSchema = z.object(placeShape);

const listedCueSchema = cueEntrySchema.extend({
  /** Whether the project no longer has the attached file. */
  isMissing: z.boolean(),
});
export type ListedCue = z.infer<typeof listedCueSchema>;

export const cueRequests = {
  'cue.list': request(z.object({}), z.array(listedCueSchema)),
  'cue.change': request(z.object({ ...placeShape, settings: soundSettingsSchema }), z.object(stepShape)),
  'cue.detach': request(cuePlaceSchema, z.object(stepShape)),
  /** Returns an audition of the attached file. */
  'cue.play': request(cuePlaceSchema, z.object({ auditionId: z.string(), name: z.string() })),
};

export const cueShellRequests = {
  /** Null if cancelled. */
  'dialog.attachSound': request(cuePlaceSchema, z.object(stepShape).nullable()),
};
