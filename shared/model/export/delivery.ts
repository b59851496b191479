import { opusSampleRate } from '@lectern/audio/formats';
import { z } from 'zod';

/**
 * EBU R128 integrated loudness ignores pauses. Stores that measure the RMS level of the whole file accept a range
 * (`rms`).
 */
export const loudnessGoalSchema = z.discriminatedUnion('measure', [
  z.object({
    measure: z.literal('integrated'),
    lufs: z.number().min(-40).max(-5),
    rms: z.object({ min: z.number(), max: z.number() }).optional(),
  }),
  z.object({ measure: z.literal('rms'), dbfs: z.number().min(-40).max(-5) }),
]);
export type LoudnessGoal = z.infer<typeof loudnessGoalSchema>;

export const compressionSchema = z.object({
  /** Compression ratio: the input change above the threshold, in dB, for each 1 dB of output change. */
  ratio: z.number().min(1).max(10),
  /** RMS level in dBFS, relative to the loudness of the finished file. */
  thresholdDbfs: z.number().min(-60).max(0),
  attackSeconds: z.number().min(0.001).max(0.2),
  releaseSeconds: z.number().min(0.02).max(2),
});
export type Compression = z.infer<typeof compressionSchema>;

export const GENTLE_COMPRESSION: Compression = {
  ratio: 2,
  thresholdDbfs: -24,
  attackSeconds: 0.01,
  releaseSeconds: 0.2,
};

export const DEFAULT_HIGH_PASS_HZ = 80;

export const masteringGoalSchema = z.object({
  /** Null keeps each take's level. */
  loudness: loudnessGoalSchema.nullable(),
  truePeakDbtp: z.number().min(-12).max(0),
  sampleRate: z.union([z.literal(22_050), z.literal(24_000), z.literal(44_100), z.literal(48_000)]),
  channels: z.union([z.literal(1), z.literal(2)]),
  /** Room tone or silence at both ends of a file. */
  headSeconds: z.number().min(0).max(10),
  tailSeconds: z.number().min(0).max(10),
  evenVoices: z.boolean(),
  /** RMS level in dBFS, mixed under the whole file. If null or undefined, pauses are digital silence. */
  roomToneDbfs: z.number().min(-96).max(-60).nullable().optional(),
  highPassHz: z.number().min(20).max(200).optional(),
  compression: compressionSchema.optional(),
});
export type MasteringGoal = z.infer<typeof masteringGoalSchema>;

/** Bitrates are in kbit/s. */
export const deliveryEncodingSchema = z.discriminatedUnion('codec', [
  z.object({ codec: z.literal('mp3'), mode: z.enum(['cbr', 'vbr']), bitrate: z.int().min(32).max(320) }),
  z.object({ codec: z.literal('wav'), bits: z.union([z.literal(16), z.literal(24)]) }),
  z.object({ codec: z.literal('flac'), bits: z.union([z.literal(16), z.literal(24)]) }),
  z.object({ codec: z.literal('aac'), bitrate: z.int().min(32).max(320) }),
  z.object({ codec: z.literal('vorbis'), bitrate: z.int().min(32).max(320) }),
  z.object({ codec: z.literal('opus'), bitrate: z.int().min(16).max(320) }),
]);
export type DeliveryEncoding = z.infer<typeof deliveryEncodingSchema>;

interface CodecRules {
  /** Of files with one stream. Audiobooks with chapters are `.m4b` instead of `.m4a`. */
  readonly extension: string;
  /** Default in kbit/s; null for lossless codecs. */
  readonly bitrate: number | null;
}

export const CODECS: Readonly<Record<DeliveryEncoding['codec'], CodecRules>> = {
  mp3: { extension: 'mp3', bitrate: 128 },
  wav: { extension: 'wav', bitrate: null },
  flac: { extension: 'flac', bitrate: null },
  aac: { extension: 'm4a', bitrate: 96 },
  vorbis: { extension: 'ogg', bitrate: 96 },
  opus: { extension: 'opus', bitrate: 64 },
};

type LossyEncoding = Extract<DeliveryEncoding, { readonly bitrate: number }>;

export const isLossy = (encoding: DeliveryEncoding): encoding is LossyEncoding => 'bitrate' in encoding;

/** Lossless formats are 16-bit unless the name ends in 24. */
export const DELIVERY_FORMATS = ['mp3', 'mp3-vbr', 'wav', 'wav24', 'flac', 'flac24', 'ogg', 'opus', 'm4a'] as const;
export const deliveryFormatSchema = z.enum(DELIVERY_FORMATS);
export type DeliveryFormat = z.infer<typeof deliveryFormatSchema>;

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

export const targetChangesSchema = z.object({
  format: deliveryFormatSchema.optional(),
  bitrate: z.int().min(16).max(320).optional(),
  goal: masteringGoalSchema.partial().optional(),
});
export type TargetChanges = z.infer<typeof targetChangesSchema>;

export const goalForEncoding = (encoding: DeliveryEncoding, goal: MasteringGoal): MasteringGoal =>
  encoding.codec === 'opus' ? { ...goal, sampleRate: opusSampleRate(goal.sampleRate) } : goal;
