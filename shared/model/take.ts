// Takes as they are judged: what was measured of their sound, what looks suspicious, what the producer decided.

import { outputFormatSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { voiceUsesSchema } from './voice-use.ts';

/** A new way of measuring has a new number; what was measured in an older way is measured again. */
export const ANALYSIS_VERSION = 3;

/** Bytes of an overview: the loudest sample of as many equal parts of a take. */
export const OVERVIEW_PARTS = 96;

/** What was measured of a take's sound. Levels follow the channels' sum, weighted as BS.1770 weights loudness. */
export interface AudioAnalysis {
  readonly version: number;
  /** Integrated loudness (ITU-R BS.1770-4, gated) in LUFS; null where it is too short (0.4 s) or too quiet (-70 LUFS). */
  readonly loudnessLufs: number | null;
  /** The highest level between samples too (four times oversampled), in dBTP; null where all samples are 0. */
  readonly truePeakDbtp: number | null;
  /** Samples in runs of three or more at full scale. */
  readonly clippedSamples: number;
  /** The level during speech, in dB of full scale; null where there is no sound at all. */
  readonly speechLevelDb: number | null;
  /** Seconds before the first sound and after the last one; all of a take without sound is its head. */
  readonly headSilenceSeconds: number;
  readonly tailSilenceSeconds: number;
  /** The longest silence between two sounds, in seconds. */
  readonly longestPauseSeconds: number;
  /** The level of the first and of the last 20 ms against the level of the speech, in dB; null where there is no sound. */
  readonly startLevelDb: number | null;
  readonly endLevelDb: number | null;
  /**
   * How much louder the left channel is than the right one, in dB, at most 120; negative where the right one is louder.
   * Null for one channel, for more than two, and where both are silent.
   */
  readonly balanceDb: number | null;
  /** 50, halved until there are at most 6,000 peaks. */
  readonly peaksPerSecond: number;
  /** The loudest sample of each stretch, of all channels: 0 to 255 of full scale. */
  readonly peaks: Uint8Array;
  /** The same for 96 equal parts of the take. */
  readonly overview: Uint8Array;
}

/** What is done to a take's sound when it is played or exported; its file is never changed. */
export interface Treatment {
  /** Seconds left out at the start and at the end. */
  readonly trimStartSeconds: number;
  readonly trimEndSeconds: number;
  readonly gainDb: number;
}

/** Something about a take that a producer should hear, with its figure. */
export const suspicionSchema = z.discriminatedUnion('kind', [
  /**
   * Its length as a multiple of what the voice usually takes for such a text. `against: 'speech'`: the voice's pace isn't
   * known, and no speech at all is that slow or fast; the multiple is one of average speech.
   */
  z.object({ kind: z.enum(['slow', 'fast']), ratio: z.number(), against: z.literal('speech').optional() }),
  /** A silence that was not asked for, and where it is. */
  z.object({ kind: z.literal('dead-air'), seconds: z.number(), place: z.enum(['start', 'inside', 'end']) }),
  z.object({ kind: z.literal('clipping'), samples: z.int() }),
  /** The take begins or ends in the middle of sound: the level there against that of the speech, in dB. */
  z.object({ kind: z.enum(['cut-start', 'cut-end']), levelDb: z.number() }),
  /** There is no sound in it. */
  z.object({ kind: z.literal('silent') }),
  /** One of two channels is silent, or nearly: which one, and how much quieter it is, in dB. */
  z.object({ kind: z.literal('one-sided'), quiet: z.enum(['left', 'right']), differenceDb: z.number() }),
  /** The audio has another length than the service announced. */
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

/** The bounds of a gain, in dB. */
export const GAIN_DB = { min: -24, max: 24 } as const;
/** What a trim must leave of a take, in seconds. */
export const SHORTEST_TRIMMED_SECONDS = 0.05;
/** Characters of the longest note. */
export const LONGEST_NOTE = 10_000;

/** A take as a table, an inspector or a player shows it. */
export const takeSummarySchema = z.object({
  id: z.int(),
  lineId: z.int(),
  /** 1-based within the line, the oldest first. */
  number: z.int(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** Of the file, before it is trimmed. */
  durationSeconds: z.number(),
  /** The seed that it was asked for with; null where the service chose one. */
  seed: z.int().nullable(),
  format: outputFormatSchema,
  verdict: verdictSchema.nullable(),
  note: z.string(),
  trimStartSeconds: z.number(),
  trimEndSeconds: z.number(),
  gainDb: z.number(),
  /** The line exports it. */
  isPick: z.boolean(),
  /** It is the pick though it was made of other words or settings than today's: the producer accepted it. */
  isKept: z.boolean(),
  /** It was made of just the request that the line would make today. */
  keyIsToday: z.boolean(),
  /** What was wrong with its file when it was last looked at. */
  audioProblem: audioProblemSchema.nullable(),
  /** The identifiers of the voices that speak: one, or the two of a dialog. */
  voices: z.array(z.string()),
  /** What they may be used for, as it was when the take was made; null: not recorded. */
  uses: voiceUsesSchema.nullable(),
  /** 96 bytes in base64, 0 to 255 of full scale; null while the audio has not been measured. */
  overview: z.string().nullable(),
  loudnessLufs: z.number().nullable(),
  /** The highest level between samples too, in dBTP; null where it is silent or has not been measured. */
  truePeakDbtp: z.number().nullable(),
  flags: z.array(suspicionSchema),
});
export type TakeSummary = z.infer<typeof takeSummarySchema>;

/** A note on another take of a line than the one that is shown: it stays with the line when its take is replaced. */
export const earlierNoteSchema = z.object({
  takeId: z.int(),
  /** The take's number within the line, 1-based. */
  take: z.int(),
  verdict: verdictSchema.nullable(),
  note: z.string(),
});
export type EarlierNote = z.infer<typeof earlierNoteSchema>;

/** What the producer decided about a take, and which take its line exported: enough to put all of it back. */
export interface TakeDecisions {
  readonly takeId: number;
  readonly lineId: number;
  readonly verdict: Verdict | null;
  readonly note: string;
  readonly trimStartSeconds: number;
  readonly trimEndSeconds: number;
  readonly gainDb: number;
  /** The take that stands as the line's pick for today's key, usable or not; null where there is none. */
  readonly pickTakeId: number | null;
}
