// Takes under review: audio measurements, suspicions and the producer's decisions.

import { outputFormatSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { voiceUsesSchema } from './voice-use.ts';

/** Increase this when the measurements change; results of older versions are measured again. */
export const ANALYSIS_VERSION = 3;

/** Size of an overview in bytes: one peak for each of this many equal parts of a take. */
export const OVERVIEW_PARTS = 96;

/** Audio measurements of a take. Levels are those of the summed channels with BS.1770 loudness weighting. */
export interface AudioAnalysis {
  readonly version: number;
  /** Gated integrated loudness in LUFS (ITU-R BS.1770-4). Null below 0.4 s or -70 LUFS. */
  readonly loudnessLufs: number | null;
  /** True peak in dBTP (4x oversampling), or null if all samples are 0. */
  readonly truePeakDbtp: number | null;
  /** Samples in runs of three or more at full scale. */
  readonly clippedSamples: number;
  /** Level during speech in dBFS, or null without any sound. */
  readonly speechLevelDb: number | null;
  /** Silence before the first and after the last sound. A silent take counts entirely as head. */
  readonly headSilenceSeconds: number;
  readonly tailSilenceSeconds: number;
  readonly longestPauseSeconds: number;
  /** Level of the first and last 20 ms relative to the speech level, or null without any sound. */
  readonly startLevelDb: number | null;
  readonly endLevelDb: number | null;
  /** Left level minus right level, limited to ±120 dB. Null unless there are two channels, or if both are silent. */
  readonly balanceDb: number | null;
  /** 50, halved until there are at most 6,000 peaks. */
  readonly peaksPerSecond: number;
  /** The peak of each interval over all channels, from 0 to 255 (full scale). */
  readonly peaks: Uint8Array;
  /** The same for 96 equal parts of the take. */
  readonly overview: Uint8Array;
}

/** Non-destructive edits, applied on playback and export. The take's file never changes. */
export interface Treatment {
  readonly trimStartSeconds: number;
  readonly trimEndSeconds: number;
  readonly gainDb: number;
}

/** A measured anomaly of a take that a producer should listen to. */
export const suspicionSchema = z.discriminatedUnion('kind', [
  /**
   * Duration relative to the voice's usual pace. With `against: 'speech'`, that pace is unknown and `ratio` is relative
   * to average speech; such takes are only flagged if no human could speak like that.
   */
  z.object({ kind: z.enum(['slow', 'fast']), ratio: z.number(), against: z.literal('speech').optional() }),
  /** A silence that the script didn't ask for. */
  z.object({ kind: z.literal('dead-air'), seconds: z.number(), place: z.enum(['start', 'inside', 'end']) }),
  z.object({ kind: z.literal('clipping'), samples: z.int() }),
  /** The take starts or ends in the middle of sound. The level at that point is relative to the speech level. */
  z.object({ kind: z.enum(['cut-start', 'cut-end']), levelDb: z.number() }),
  z.object({ kind: z.literal('silent') }),
  /** One of two channels is nearly or completely silent. */
  z.object({ kind: z.literal('one-sided'), quiet: z.enum(['left', 'right']), differenceDb: z.number() }),
  z.object({ kind: z.literal('duration'), announcedSeconds: z.number(), seconds: z.number() }),
]);
export type Suspicion = z.infer<typeof suspicionSchema>;
export const SUSPICION_KINDS = [
  'silent',
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
/** The minimum duration left after trimming. */
export const SHORTEST_TRIMMED_SECONDS = 0.05;
/** In characters. */
export const LONGEST_NOTE = 10_000;

export const takeSummarySchema = z.object({
  id: z.int(),
  lineId: z.int(),
  /** 1-based within the line, oldest first. */
  number: z.int(),
  /** In milliseconds since the epoch. */
  createdAt: z.number(),
  /** Duration of the file before trimming. */
  durationSeconds: z.number(),
  /** The requested seed, or null if the service chose one. */
  seed: z.int().nullable(),
  format: outputFormatSchema,
  verdict: verdictSchema.nullable(),
  note: z.string(),
  trimStartSeconds: z.number(),
  trimEndSeconds: z.number(),
  gainDb: z.number(),
  /** True if the line exports this take. */
  isPick: z.boolean(),
  /** True if the take is the pick although it's from an older version that the producer accepted. */
  isKept: z.boolean(),
  /** True if it was made from the same request the line would send today. */
  keyIsToday: z.boolean(),
  /** The state of its file at the last check. */
  audioProblem: audioProblemSchema.nullable(),
  /** Identifiers of the voices: one, or two for a dialog line. */
  voices: z.array(z.string()),
  /** Usage rights of the voices when the take was made; null if not recorded. */
  uses: voiceUsesSchema.nullable(),
  /** 96 base64-encoded bytes from 0 to 255 (full scale), or null if not measured. */
  overview: z.string().nullable(),
  loudnessLufs: z.number().nullable(),
  /** True peak in dBTP; null if silent or not measured. */
  truePeakDbtp: z.number().nullable(),
  flags: z.array(suspicionSchema),
});
export type TakeSummary = z.infer<typeof takeSummarySchema>;

/** A note on another take of the same line, shown because notes stay with the line when its take is replaced. */
export const earlierNoteSchema = z.object({
  takeId: z.int(),
  /** The take's 1-based number within the line. */
  take: z.int(),
  verdict: verdictSchema.nullable(),
  note: z.string(),
});
export type EarlierNote = z.infer<typeof earlierNoteSchema>;

/** The producer's decisions on a take and its line's pick, complete enough to restore them. */
export interface TakeDecisions {
  readonly takeId: number;
  readonly lineId: number;
  readonly verdict: Verdict | null;
  readonly note: string;
  readonly trimStartSeconds: number;
  readonly trimEndSeconds: number;
  readonly gainDb: number;
  /** The line's pick for its current render key, even if unusable; null if there is none. */
  readonly pickTakeId: number | null;
}
