import { outputFormatSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { findingSchema } from './proof.ts';
import type { VoiceSound } from './voice-sound.ts';
import { voiceUsesSchema } from './voice-use.ts';

export const ANALYSIS_VERSION = 3;

/** Number of equal sections in a take's overview. Each section's peak is stored in one byte. */
export const OVERVIEW_PARTS = 96;

export interface AudioAnalysis {
  readonly version: number;
  /** Gated integrated loudness in LUFS (ITU-R BS.1770-4). Null below 0.4 s or -70 LUFS. */
  readonly loudnessLufs: number | null;
  /** True peak with 4x oversampling; null if all samples are 0. */
  readonly truePeakDbtp: number | null;
  readonly clippedSamples: number;
  /** In dBFS; null if the take is silent. */
  readonly speechLevelDb: number | null;
  /** For a silent take, the whole duration is the head. */
  readonly headSilenceSeconds: number;
  readonly tailSilenceSeconds: number;
  readonly longestPauseSeconds: number;
  /** Level of the first and last 20 ms relative to the speech level; null if the take is silent. */
  readonly startLevelDb: number | null;
  readonly endLevelDb: number | null;
  /** Left level minus right level, limited to ±120 dB. Null if the take isn't stereo or both channels are silent. */
  readonly balanceDb: number | null;
  /** Peaks per second: 50, halved until the take has at most 6,000 peaks. */
  readonly peaksPerSecond: number;
  /** One peak per interval over all channels, from 0 to 255 (full scale). */
  readonly peaks: Uint8Array;
  readonly overview: Uint8Array;
  readonly voice: VoiceSound;
}

/** Non-destructive edits that are applied on playback and export. */
export interface Treatment {
  readonly trimStartSeconds: number;
  readonly trimEndSeconds: number;
  readonly gainDb: number;
}

export const suspicionSchema = z.discriminatedUnion('kind', [
  /** Relative to the voice's pace or, if that is unknown, to average speech (`against: 'speech'`). */
  z.object({ kind: z.enum(['slow', 'fast']), ratio: z.number(), against: z.literal('speech').optional() }),
  z.object({ kind: z.literal('dead-air'), seconds: z.number(), place: z.enum(['start', 'inside', 'end']) }),
  z.object({ kind: z.literal('clipping'), samples: z.int() }),
  /** The level in dB relative to the speech level. */
  z.object({ kind: z.enum(['cut-start', 'cut-end']), levelDb: z.number() }),
  z.object({ kind: z.literal('silent') }),
  z.object({ kind: z.literal('one-sided'), quiet: z.enum(['left', 'right']), differenceDb: z.number() }),
  /** The take seems to differ from its text. The findings that the producer hasn't accepted, most likely first. */
  z.object({ kind: z.literal('words'), findings: z.array(findingSchema).min(1) }),
  z.object({ kind: z.literal('duration'), announcedSeconds: z.number(), seconds: z.number() }),
]);
export type Suspicion = z.infer<typeof suspicionSchema>;
export const SUSPICION_KINDS = [
  'silent',
  'words',
  'fast',
  'slow',
  'dead-air',
  'clipping',
  'cut-start',
  'cut-end',
  'one-sided',
  'duration',
] as const satisfies readonly Suspicion['kind'][];
export type SuspicionKind = Suspicion['kind'];

export const verdictSchema = z.enum(['approved', 'rejected']);
export type Verdict = z.infer<typeof verdictSchema>;

export const audioProblemSchema = z.enum(['missing', 'damaged']);
export type AudioProblem = z.infer<typeof audioProblemSchema>;

export const GAIN_DB = { min: -24, max: 24 } as const;
export const MIN_TRIMMED_SECONDS = 0.05;

export const takeSummarySchema = z.object({
  id: z.int(),
  lineId: z.int(),
  number: z.int(),
  /** In milliseconds since the epoch. */
  createdAt: z.number(),
  durationSeconds: z.number(),
  seed: z.int().nullable(),
  format: outputFormatSchema,
  verdict: verdictSchema.nullable(),
  trimStartSeconds: z.number(),
  trimEndSeconds: z.number(),
  gainDb: z.number(),
  isPick: z.boolean(),
  isKept: z.boolean(),
  /** Whether the line would currently send the same request that produced this take. */
  keyIsToday: z.boolean(),
  audioProblem: audioProblemSchema.nullable(),
  voices: z.array(z.string()),
  /** Recorded when the take was made; null for takes without this information. */
  uses: voiceUsesSchema.nullable(),
  /** 96 bytes from 0 to 255 (full scale), encoded in base64; null if not measured. */
  overview: z.string().nullable(),
  loudnessLufs: z.number().nullable(),
  truePeakDbtp: z.number().nullable(),
  flags: z.array(suspicionSchema),
});
export type TakeSummary = z.infer<typeof takeSummarySchema>;

/** The part of a take that changes with the producer's decisions. */
export const takeStateSchema = takeSummarySchema.pick({
  id: true,
  lineId: true,
  verdict: true,
  trimStartSeconds: true,
  trimEndSeconds: true,
  gainDb: true,
  isPick: true,
  isKept: true,
});
export type TakeState = z.infer<typeof takeStateSchema>;

export interface TakeDecisions {
  readonly takeId: number;
  readonly lineId: number;
  readonly verdict: Verdict | null;
  readonly trimStartSeconds: number;
  readonly trimEndSeconds: number;
  readonly gainDb: number;
  /** The take selected for the current render key, even if it is unusable. */
  readonly pickTakeId: number | null;
}
