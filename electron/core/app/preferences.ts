import { join } from 'node:path';
import { z } from 'zod';
import { languageChoiceSchema, themeSchema } from '../../../shared/ipc/settings-requests.ts';
import { INITIAL_VIEW, viewPreferencesSchema } from '../../../shared/ipc/view-preferences.ts';
import type { Clock } from '../ports.ts';
import { VersionedDocument } from './versioned-document.ts';

/** In device-independent pixels. Check that the screen is still connected before using them. */
const windowBoundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  isMaximized: z.boolean(),
});
export type WindowBounds = z.infer<typeof windowBoundsSchema>;

const { shape } = viewPreferencesSchema;

const preferencesSchema = z.object({
  version: z.literal(1),
  // The defaults allow files written before these fields existed to be read.
  textSize: shape.textSize.default(INITIAL_VIEW.textSize),
  reducedMotion: shape.reducedMotion.default(INITIAL_VIEW.reducedMotion),
  soundDevice: shape.soundDevice.default(INITIAL_VIEW.soundDevice),
  atChapterEnd: shape.atChapterEnd.default(INITIAL_VIEW.atChapterEnd),
  missingLines: shape.missingLines.default(INITIAL_VIEW.missingLines),
  playsNext: shape.playsNext.default(INITIAL_VIEW.playsNext),
  sideWidth: shape.sideWidth.default(INITIAL_VIEW.sideWidth),
  continuousScript: shape.continuousScript.default(INITIAL_VIEW.continuousScript),
  hiddenPackSuggestions: shape.hiddenPackSuggestions.default(INITIAL_VIEW.hiddenPackSuggestions),
  shortcuts: shape.shortcuts.default(INITIAL_VIEW.shortcuts),
  language: languageChoiceSchema.default('system'),
  theme: themeSchema,
  windowBounds: windowBoundsSchema.nullable(),
  /** Folder for new projects; null for the system's documents folder. */
  projectsFolder: z.string().min(1).nullable(),
  onboarded: z.boolean(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

const INITIAL: Preferences = {
  version: 1,
  ...INITIAL_VIEW,
  language: 'system',
  theme: 'system',
  windowBounds: null,
  projectsFolder: null,
  onboarded: false,
};

export function openPreferences(dataFolder: string, clock: Clock): Promise<VersionedDocument<Preferences>> {
  const path = join(dataFolder, 'preferences.json');
  return VersionedDocument.open({ path, schema: preferencesSchema, initial: INITIAL, clock });
}
