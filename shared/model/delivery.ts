// What a finished production is delivered as: the targets, the figures that each is mastered to, and how it is encoded.
import { z } from 'zod';
import { opusSampleRate } from './audio-formats.ts';

/**
 * How loud a file is to be: by EBU R128's integrated loudness, which leaves pauses out, or by the RMS of the whole file. Stores
 * that measure RMS take a range: `rms` keeps a file within it whose pauses and silent ends weigh much.
 */
export const loudnessGoalSchema = z.discriminatedUnion('measure', [
  z.object({
    measure: z.literal('integrated'),
    lufs: z.number().min(-40).max(-5),
    /** dBFS, of the whole file. */
    rms: z.object({ min: z.number(), max: z.number() }).optional(),
  }),
  z.object({ measure: z.literal('rms'), dbfs: z.number().min(-40).max(-5) }),
]);
export type LoudnessGoal = z.infer<typeof loudnessGoalSchema>;

/** How loud sounds are brought nearer to quiet ones. */
export const compressionSchema = z.object({
  /** The decibels above the threshold of which one is left. */
  ratio: z.number().min(1).max(10),
  /** dBFS (RMS), at the level that the sound has in the finished file. */
  thresholdDbfs: z.number().min(-60).max(0),
  /** Seconds in which two thirds of a change are made: down, and back. */
  attackSeconds: z.number().min(0.001).max(0.2),
  releaseSeconds: z.number().min(0.02).max(2),
});
export type Compression = z.infer<typeof compressionSchema>;

/** Speech in a finished book lies some 5 dB above this threshold: two or three of them go, and no breath is pulled up. */
export const GENTLE_COMPRESSION: Compression = {
  ratio: 2,
  thresholdDbfs: -24,
  attackSeconds: 0.01,
  releaseSeconds: 0.2,
};

/** Hz, where a high-pass is wanted and nothing more is said: below every voice, above most rumble. */
export const USUAL_HIGH_PASS_HZ = 80;

/** What the sound of a delivered file is made to be. */
export const masteringGoalSchema = z.object({
  /** Null: every take keeps its level. */
  loudness: loudnessGoalSchema.nullable(),
  /** What the limiter keeps below, in dBTP. */
  truePeakDbtp: z.number().min(-12).max(0),
  /** Hz. */
  sampleRate: z.union([z.literal(22_050), z.literal(24_000), z.literal(44_100), z.literal(48_000)]),
  channels: z.union([z.literal(1), z.literal(2)]),
  /** Seconds of room tone or silence before the first and after the last sound of a file. */
  headSeconds: z.number().min(0).max(10),
  tailSeconds: z.number().min(0).max(10),
  /** Roles are evened out, so that none is louder than the others. */
  evenVoices: z.boolean(),
  /** dBFS (RMS) of the faint noise beneath all of a file, so that pauses aren't dead; null, or absent: pauses are silent. */
  roomToneDbfs: z.number().min(-96).max(-60).nullable().optional(),
  /** Hz below which sound is taken away; absent: nothing is. */
  highPassHz: z.number().min(20).max(200).optional(),
  /** Absent: the sound keeps its dynamics but for the limiter. */
  compression: compressionSchema.optional(),
});
export type MasteringGoal = z.infer<typeof masteringGoalSchema>;

/** How the sound is written. Bitrates are in kbit/s. */
export const deliveryEncodingSchema = z.discriminatedUnion('codec', [
  z.object({ codec: z.literal('mp3'), mode: z.enum(['cbr', 'vbr']), bitrate: z.int().min(32).max(320) }),
  z.object({ codec: z.literal('wav'), bits: z.union([z.literal(16), z.literal(24)]) }),
  z.object({ codec: z.literal('flac'), bits: z.union([z.literal(16), z.literal(24)]) }),
  z.object({ codec: z.literal('aac'), bitrate: z.int().min(32).max(320) }),
  z.object({ codec: z.literal('vorbis'), bitrate: z.int().min(32).max(320) }),
  z.object({ codec: z.literal('opus'), bitrate: z.int().min(16).max(320) }),
]);
export type DeliveryEncoding = z.infer<typeof deliveryEncodingSchema>;

/** The forms that a producer may choose for finished files. Lossless ones have 16 bits, or 24 by their name. */
export const DELIVERY_FORMATS = ['mp3', 'mp3-vbr', 'wav', 'wav24', 'flac', 'flac24', 'ogg', 'opus', 'm4a'] as const;
export const deliveryFormatSchema = z.enum(DELIVERY_FORMATS);
export type DeliveryFormat = z.infer<typeof deliveryFormatSchema>;

/** How each format is encoded. @param bitrate kbit/s; those without one leave it */
export const ENCODINGS: Readonly<Record<DeliveryFormat, (bitrate: number) => DeliveryEncoding>> = {
  mp3: (bitrate) => ({ codec: 'mp3', mode: 'cbr', bitrate }),
  'mp3-vbr': (bitrate) => ({ codec: 'mp3', mode: 'vbr', bitrate }),
  wav: () => ({ codec: 'wav', bits: 16 }),
  wav24: () => ({ codec: 'wav', bits: 24 }),
  flac: () => ({ codec: 'flac', bits: 16 }),
  flac24: () => ({ codec: 'flac', bits: 24 }),
  ogg: (bitrate) => ({ codec: 'vorbis', bitrate }),
  opus: (bitrate) => ({ codec: 'opus', bitrate }),
  m4a: (bitrate) => ({ codec: 'aac', bitrate }),
};

/** What a producer changes of a target; what is absent stays as the target has it. */
export const targetChangesSchema = z.object({
  format: deliveryFormatSchema.optional(),
  /** kbit/s, of formats that have a bitrate. */
  bitrate: z.int().min(16).max(320).optional(),
  goal: masteringGoalSchema.partial().optional(),
});
export type TargetChanges = z.infer<typeof targetChangesSchema>;

/** A goal at a rate that the encoding has. */
export const goalFor = (encoding: DeliveryEncoding, goal: MasteringGoal): MasteringGoal =>
  encoding.codec === 'opus' ? { ...goal, sampleRate: opusSampleRate(goal.sampleRate) } : goal;
