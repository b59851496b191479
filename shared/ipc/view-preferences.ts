// How a producer likes the window: kept by the main process, shown and used by the page. Requests for it are among those of the
// settings, whose schemas the page does not start with.
import { z } from 'zod';
import { changedShortcutsSchema } from './shortcuts.ts';

/** The size of the script's text, in per cent of the usual one. */
export const TEXT_SIZES = { min: 80, max: 200, usual: 100 } as const;

/** Where sound goes: a device as the system names it. */
const soundDeviceSchema = z.object({ id: z.string().min(1).max(256), label: z.string().max(256) });
export type SoundDevice = z.infer<typeof soundDeviceSchema>;

/** How wide the list of chapters and roles can be made, in pixels. */
export const SIDE_WIDTHS = { min: 140, max: 480 } as const;

/** What is heard, while lines are played through, of those that have nothing to play; `voice`: one of the local service. */
export const MISSING_LINES = ['skip', 'beep', 'voice'] as const;
export type MissingLines = (typeof MISSING_LINES)[number];

export const viewPreferencesSchema = z.object({
  textSize: z.int().min(TEXT_SIZES.min).max(TEXT_SIZES.max),
  /** Whether nothing moves that need not, whatever the system says. */
  reducedMotion: z.boolean(),
  /** Null: where the system sends sound. */
  soundDevice: soundDeviceSchema.nullable(),
  /** Whether playing through a chapter goes on with the next one. */
  atChapterEnd: z.enum(['stop', 'continue']),
  missingLines: z.enum(MISSING_LINES),
  /** Whether the next line plays by itself once a take was approved or rejected in Review. */
  playsNext: z.boolean(),
  /** Of the list of chapters and roles, in pixels; null: as wide as the window's own width makes it. */
  sideWidth: z.int().min(SIDE_WIDTHS.min).max(SIDE_WIDTHS.max).nullable(),
  /** Whether the script is one scroll over all chapters, rather than one chapter. */
  continuousScript: z.boolean(),
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
  shortcuts: {},
};
