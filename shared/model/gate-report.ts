// What finished files measure, and how that compares with what a target wants: rows of figures, never a promise.
import { z } from 'zod';
import { BOUNDED_FIGURES, boundSchema, deliveryTargetIdSchema } from './delivery-target.ts';
import { exportNoticeSchema, exportVerdictSchema } from './export.ts';
import { SUSPICION_KINDS, type SuspicionKind } from './take.ts';

/** Somewhere in a file, and the line that sounds there where that is known. */
export const gatePlaceSchema = z.object({
  seconds: z.number(),
  lineId: z.int().nullable(),
  /** The line's number as people know it. */
  line: z.string().nullable(),
});
export type GatePlace = z.infer<typeof gatePlaceSchema>;

/** What is measured of a whole file. Levels are dB of full scale; null: nothing is loud or long enough to be measured. */
export const fileFiguresSchema = z.object({
  packedAs: z.enum(['mp3', 'wav', 'flac', 'aac', 'vorbis', 'opus']),
  integratedLufs: z.number().nullable(),
  /** Of all samples, of all channels. */
  rmsDbfs: z.number().nullable(),
  samplePeakDbfs: z.number().nullable(),
  truePeakDbtp: z.number().nullable(),
  /** The level of the quietest half second; null where it is digital silence. */
  noiseFloorDbfs: z.number().nullable(),
  headSeconds: z.number(),
  tailSeconds: z.number(),
  sampleRate: z.int(),
  channels: z.int(),
  /** kbit/s; of all frames on average. */
  bitrate: z.number(),
  /** Null where its form has no frames of a bitrate. */
  constantBitrate: z.boolean().nullable(),
  durationSeconds: z.number(),
  sizeBytes: z.int(),
  /** Samples in runs of three or more at full scale. */
  clippedSamples: z.int(),
  /** Where the loudest sample is, and the quietest half second. Seconds. */
  peakAt: z.number(),
  quietestAt: z.number(),
  /** The first places of each, and how many there are. Seconds. */
  clicks: z.object({ count: z.int(), at: z.array(z.number()) }),
  /** Stretches without any sound at all between others; where the lines of a file are known, those within a line's take. */
  digitalSilences: z.object({ count: z.int(), at: z.array(z.number()) }),
});
export type FileFigures = z.infer<typeof fileFiguresSchema>;

const takeRowOf = <K extends SuspicionKind>(kind: K): `take-${K}` => `take-${kind}`;

/** Rows on suspicious takes, by the kinds of suspicions. */
export const TAKE_ROWS = SUSPICION_KINDS.map(takeRowOf);

/** What is compared: a figure, how the file is made, or whether a take in it looks suspicious. */
export const GATE_KINDS = [
  ...BOUNDED_FIGURES,
  'packing',
  'constant-bitrate',
  'same-channels',
  'clipping',
  'clicks',
  'digital-silence',
  ...TAKE_ROWS,
] as const;

export const gateRowSchema = z.object({
  kind: z.enum(GATE_KINDS),
  /** `look`: the target says nothing of it, and someone should hear it. */
  result: z.enum(['pass', 'fail', 'look']),
  /** The figure, or how many there are; null where there is none. */
  value: z.number().nullable(),
  bound: boundSchema.nullable(),
  /** Where to listen; the first of them. */
  places: z.array(gatePlaceSchema).readonly(),
});
export type GateRow = z.infer<typeof gateRowSchema>;

export const gateFileSchema = z.object({
  file: z.string(),
  /** Null where it can't be read; `problem` says why in a sentence. */
  figures: fileFiguresSchema.nullable(),
  problem: z.string().nullable(),
  rows: z.array(gateRowSchema).readonly(),
});
export type GateFile = z.infer<typeof gateFileSchema>;

export const gateReportSchema = z.object({
  version: z.literal(1),
  target: deliveryTargetIdSchema,
  /** Of the producer's own target, whose figures these are; absent: Lectern's. */
  ownName: z.string().optional(),
  /** Every file meets the target's technical figures. It is not said that a store takes them, nor that its takes are sound. */
  meetsFigures: z.boolean(),
  /** Lines whose take looks suspicious and isn't approved; absent: takes weren't judged, as in files of other programs. */
  suspiciousLines: z.int().optional(),
  /** Of an export: whether it has everything. Absent: nothing is known of the files but their sound. */
  verdict: exportVerdictSchema.optional(),
  files: z.array(gateFileSchema).readonly(),
  /** What else there is to say of files that Lectern made; absent: nothing. */
  notices: z.array(exportNoticeSchema).readonly().optional(),
});
export type GateReport = z.infer<typeof gateReportSchema>;
