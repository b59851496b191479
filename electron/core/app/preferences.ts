// What the application remembers of how a producer likes it. No project data, no connection.
import { join } from 'node:path';
import { z } from 'zod';
import { languageChoiceSchema, themeSchema } from '../../../shared/ipc/settings-requests.ts';
import { INITIAL_VIEW, viewPreferencesSchema } from '../../../shared/ipc/view-preferences.ts';
import type { Clock } from '../ports.ts';
import { VersionedDocument } from './versioned-document.ts';

/** Where a window was, in the screen's own points. Code that opens it must check that the screen is still there. */
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
  // What came later has what holds without it, so that older files are read.
  textSize: shape.textSize.default(INITIAL_VIEW.textSize),
  reducedMotion: shape.reducedMotion.default(INITIAL_VIEW.reducedMotion),
  soundDevice: shape.soundDevice.default(INITIAL_VIEW.soundDevice),
  atChapterEnd: shape.atChapterEnd.default(INITIAL_VIEW.atChapterEnd),
  missingLines: shape.missingLines.default(INITIAL_VIEW.missingLines),
  playsNext: shape.playsNext.default(INITIAL_VIEW.playsNext),
  sideWidth: shape.sideWidth.default(INITIAL_VIEW.sideWidth),
  continuousScript: shape.continuousScript.default(INITIAL_VIEW.continuousScript),
  shortcuts: shape.shortcuts.default(INITIAL_VIEW.shortcuts),
  language: languageChoiceSchema.default('system'),
  theme: themeSchema,
  /** Null: it was never opened. */
  windowBounds: windowBoundsSchema.nullable(),
  /** Where new projects are made; null: in the place that the operating system has for documents. */
  projectsFolder: z.string().min(1).nullable(),
  /** Whether the first start was gone through. */
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

/** Opens `preferences.json` in the application's data folder. Never fails: see its `problem`. */
export function openPreferences(dataFolder: string, clock: Clock): Promise<VersionedDocument<Preferences>> {
  const path = join(dataFolder, 'preferences.json');
  return VersionedDocument.open({ path, schema: preferencesSchema, initial: INITIAL, clock });
}
