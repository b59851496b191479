// These settings are separate from the settings requests, so that the page doesn't load all settings schemas at
// startup.
import { z } from 'zod';
import { changedShortcutsSchema } from './shortcuts.ts';

/** In percent. */
export const TEXT_SIZES = { min: 80, max: 200, usual: 100 } as const;

const soundDeviceSchema = z.object({ id: z.string().min(1).max(256), label: z.string().max(256) });
export type SoundDevice = z.infer<typeof soundDeviceSchema>;

/** In pixels. */
export const SIDE_WIDTHS = { min: 140, max: 480 } as const;

/** What to play for lines without audio. `voice` uses a voice of the local service. */
export const MISSING_LINES = ['skip', 'beep', 'voice'] as const;
export type MissingLines = (typeof MISSING_LINES)[number];

export const viewPreferencesSchema = z.object({
  textSize: z.int().min(TEXT_SIZES.min).max(TEXT_SIZES.max),
  reducedMotion: z.boolean(),
  /** Null selects the system's default output. */
  soundDevice: soundDeviceSchema.nullable(),
  atChapterEnd: z.enum(['stop', 'continue']),
  missingLines: z.enum(MISSING_LINES),
  playsNext: z.boolean(),
  sideWidth: z.int().min(SIDE_WIDTHS.min).max(SIDE_WIDTHS.max).nullable(),
  continuousScript: z.boolean(),
  /** Languages for which voice packs are no longer suggested in Cast. */
  hiddenPackSuggestions: z.array(z.string().max(40)).max(100),
  shortcuts: changedShortcutsSchema,
});
export type ViewPreferences = z.infer<typeof viewPreferencesSchema>;

export const INITIAL_VIEW: ViewPreferences = {
  textSize: TEXT_SIZES.usual,
  reducedMotion: false,
  soundDevice: null,
  atChapterEnd: 'stop',
  missingLines: 'skip',
  playsNext: true,
  sideWidth: null,
  continuousScript: false,
  hiddenPackSuggestions: [],
  shortcuts: {},
};
