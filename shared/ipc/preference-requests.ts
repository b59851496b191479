// How a producer likes the window: kept by the main process, shown and used by the page.
import { z } from 'zod';
import { request } from './request.ts';
import { changedShortcutsSchema } from './shortcuts.ts';

/** The size of the script's text, in per cent of the usual one. */
export const TEXT_SIZES = { min: 80, max: 200, usual: 100 } as const;

/** Where sound goes: a device as the system names it. */
const soundDeviceSchema = z.object({ id: z.string().min(1).max(256), label: z.string().max(256) });
export type SoundDevice = z.infer<typeof soundDeviceSchema>;

export const viewPreferencesSchema = z.object({
  textSize: z.int().min(TEXT_SIZES.min).max(TEXT_SIZES.max),
  /** Whether nothing moves that need not, whatever the system says. */
  reducedMotion: z.boolean(),
  /** Null: where the system sends sound. */
  soundDevice: soundDeviceSchema.nullable(),
  /** Whether playing through a chapter goes on with the next one. */
  atChapterEnd: z.enum(['stop', 'continue']),
  /** Whether the next line plays by itself once a take was approved or rejected in Review. */
  playsNext: z.boolean(),
  shortcuts: changedShortcutsSchema,
});
export type ViewPreferences = z.infer<typeof viewPreferencesSchema>;

export const INITIAL_VIEW: ViewPreferences = {
  textSize: TEXT_SIZES.usual,
  reducedMotion: false,
  soundDevice: null,
  atChapterEnd: 'stop',
  playsNext: true,
  shortcuts: {},
};

/** Answered by the main process itself. */
export const preferenceRequests = {
  'preferences.get': request(z.object({}), viewPreferencesSchema),
  /** Changes what is named, at once; it is kept where it can be. */
  'preferences.change': request(viewPreferencesSchema.partial(), viewPreferencesSchema),
};
