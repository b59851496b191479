import { outputFormatSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { CUE_KINDS, type CueKind } from '../rules/cue-labels.ts';

/** Limits of a cue's settings, in seconds or dB. */
export const SOUND_LIMITS = {
  gainDb: { min: -60, max: 12 },
  fadeSeconds: { min: 0, max: 60 },
  duckDb: { min: 0, max: 60 },
  rampSeconds: { min: 0, max: 10 },
  fromSeconds: { min: 0, max: 21_600 },
  delaySeconds: { min: 0, max: 600 },
  forSeconds: { min: 0.1, max: 21_600 },
} as const;

const within = ({ min, max }: { readonly min: number; readonly max: number }) => z.number().min(min).max(max);

/**
 * When a sound ends. `next`: at the next cue of the same kind, or with the chapter's last line. `end`: with its file,
 * even after the last line.
 */
const soundEndSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('next') }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('seconds'), seconds: within(SOUND_LIMITS.forSeconds) }),
]);
export type SoundEnd = z.infer<typeof soundEndSchema>;

export const soundSettingsSchema = z.object({
  gainDb: within(SOUND_LIMITS.gainDb),
  fadeInSeconds: within(SOUND_LIMITS.fadeSeconds),
  fadeOutSeconds: within(SOUND_LIMITS.fadeSeconds),
  /** How far the level is lowered under speech; 0 for not at all. */
  duckDb: within(SOUND_LIMITS.duckDb),
  /** How long the level takes to fall before speech, and to rise after it. */
  attackSeconds: within(SOUND_LIMITS.rampSeconds),
  releaseSeconds: within(SOUND_LIMITS.rampSeconds),
  /** Where in the file to start. */
  fromSeconds: within(SOUND_LIMITS.fromSeconds),
  /** How long after the cue's place to start. */
  delaySeconds: within(SOUND_LIMITS.delaySeconds),
  until: soundEndSchema,
  loop: z.boolean(),
  licence: z.string().max(500),
  /** The text that names the composer or source, as the licence asks for. */
  credit: z.string().max(500),
});
export type SoundSettings = z.infer<typeof soundSettingsSchema>;

export const cueSoundSchema = soundSettingsSchema.extend({
  /** The name of the file that was attached. */
  name: z.string(),
  durationSeconds: z.number().positive(),
  /** Of the copy in the project, whose name is its hash. */
  audioHash: z.string(),
  format: outputFormatSchema,
  sizeBytes: z.int(),
});
export type CueSound = z.infer<typeof cueSoundSchema>;

export const cueEntrySchema = z.object({
  /** Within the paragraph, from 0. */
  position: z.int(),
  paragraphId: z.int(),
  /** 1-based, in the script. */
  number: z.int(),
  kind: z.enum(CUE_KINDS),
  text: z.string(),
  description: z.string(),
  /** `MUSIC OUT` and the like end a sound and need none. */
  isStop: z.boolean(),
  chapterId: z.int().nullable(),
  /** Pause marks between the previous line and the cue, in seconds. */
  pausedSeconds: z.number(),
  /** Id and number of the next line in the chapter; null after the last one. */
  nextLine: z.object({ lineId: z.int(), number: z.string() }).nullable(),
  sound: cueSoundSchema.nullable(),
});
export type CueEntry = z.infer<typeof cueEntrySchema>;

const UNDER_SPEECH = {
  fadeInSeconds: 1,
  fadeOutSeconds: 2,
  attackSeconds: 0.5,
  releaseSeconds: 1,
  fromSeconds: 0,
  delaySeconds: 0,
  until: { kind: 'next' },
  licence: '',
  credit: '',
} as const;

export const DEFAULT_SOUND_SETTINGS: Readonly<Record<CueKind, SoundSettings>> = {
  music: { ...UNDER_SPEECH, gainDb: -6, duckDb: 12, loop: false },
  ambience: { ...UNDER_SPEECH, gainDb: -12, duckDb: 6, loop: true },
  effect: {
    ...UNDER_SPEECH,
    gainDb: -6,
    duckDb: 0,
    fadeInSeconds: 0,
    fadeOutSeconds: 0,
    until: { kind: 'end' },
    loop: false,
  },
};

/** What an export used of the attached sounds. */
export const usedSoundSchema = z.object({
  cue: z.string(),
  name: z.string(),
  sha256: z.string(),
  licence: z.string(),
  credit: z.string(),
});
export type UsedSound = z.infer<typeof usedSoundSchema>;
