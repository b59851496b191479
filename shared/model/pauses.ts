import { DEFAULT_PAUSES, type PauseTable } from '@lectern/audio/timeline';
import { z } from 'zod';

export const MAX_PAUSE_SECONDS = 30;
export const pauseSecondsSchema = z.number().min(0).max(MAX_PAUSE_SECONDS);

export const pauseTableSchema = z.object({
  part: pauseSecondsSchema,
  turn: pauseSecondsSchema,
  paragraph: pauseSecondsSchema,
  scene: pauseSecondsSchema.default(DEFAULT_PAUSES.scene),
  heading: pauseSecondsSchema,
  chapter: pauseSecondsSchema,
} satisfies Record<keyof PauseTable, z.ZodType>);

export const PAUSE_PRESETS = {
  audiobook: { part: 0.2, turn: 0.5, paragraph: 0.8, scene: 1.8, heading: 1.5, chapter: 2.5 },
  drama: { part: 0.2, turn: 0.35, paragraph: 0.5, scene: 1.8, heading: 1.5, chapter: 3 },
  podcast: { part: 0.15, turn: 0.3, paragraph: 0.45, scene: 1, heading: 0.8, chapter: 1.5 },
} as const satisfies Readonly<Record<string, PauseTable>>;
export type PausePreset = keyof typeof PAUSE_PRESETS;
export const PAUSE_PRESET_NAMES = Object.keys(PAUSE_PRESETS) as readonly PausePreset[];
