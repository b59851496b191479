// Measurements of finished files compared with a target's requirements. Passing doesn't guarantee that a store accepts
// them.
import { z } from 'zod';
import { BOUNDED_FIGURES, boundSchema, deliveryTargetIdSchema } from './delivery-target.ts';
import { exportNoticeSchema, exportVerdictSchema } from './export.ts';
import { SUSPICION_KINDS, type SuspicionKind } from './take.ts';

/** A position in a file, and the line at that position if known. */
export const gatePlaceSchema = z.object({
  seconds: z.number(),
  lineId: z.int().nullable(),
  /** The displayed line number. */
  line: z.string().nullable(),
});
export type GatePlace = z.infer<typeof gatePlaceSchema>;

/** Measurements of a whole file. Levels are in dBFS and null if the audio is too quiet or too short to measure. */
export const fileFiguresSchema = z.object({
  packedAs: z.enum(['mp3', 'wav', 'flac', 'aac', 'vorbis', 'opus']),
  integratedLufs: z.number().nullable(),
  /** Over all samples of all channels. */
  rmsDbfs: z.number().nullable(),
  samplePeakDbfs: z.number().nullable(),
  truePeakDbtp: z.number().nullable(),
  /** Level of the quietest half second, or null if it is digital silence. */
  noiseFloorDbfs: z.number().nullable(),
  headSeconds: z.number(),
  tailSeconds: z.number(),
  sampleRate: z.int(),
  channels: z.int(),
  /** Average over all frames, in kbit/s. */
  bitrate: z.number(),
  /** Null for formats without per-frame bitrates. */
  constantBitrate: z.boolean().nullable(),
  durationSeconds: z.number(),
  sizeBytes: z.int(),
  /** Samples in runs of three or more at full scale. */
  clippedSamples: z.int(),
  /** Positions of the loudest sample and of the quietest half second, in seconds. */
  peakAt: z.number(),
  quietestAt: z.number(),
  /** The total count and the first positions, in seconds. */
  clicks: z.object({ count: z.int(), at: z.array(z.number()) }),
  /** Stretches of digital silence between sounds. If the file's lines are known, only those inside a take count. */
  digitalSilences: z.object({ count: z.int(), at: z.array(z.number()) }),
});
export type FileFigures = z.infer<typeof fileFiguresSchema>;

const takeRowOf = <K extends SuspicionKind>(kind: K): `take-${K}` => `take-${kind}`;

/** Report rows for suspicious takes, one per kind of suspicion. */
export const TAKE_ROWS = SUSPICION_KINDS.map(takeRowOf);

/** What a row checks: a measurement, the file's encoding, or suspicious takes. */
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
  /** `look` means the target has no rule for this and someone should listen. */
  result: z.enum(['pass', 'fail', 'look']),
  /** The measurement or count, or null if there is none. */
  value: z.number().nullable(),
  bound: boundSchema.nullable(),
  /** The first places to listen to. */
  places: z.array(gatePlaceSchema).readonly(),
});
export type GateRow = z.infer<typeof gateRowSchema>;

export const gateFileSchema = z.object({
  file: z.string(),
  /** Null if the file can't be read; `problem` then explains why in a sentence. */
  figures: fileFiguresSchema.nullable(),
  problem: z.string().nullable(),
  rows: z.array(gateRowSchema).readonly(),
});
export type GateFile = z.infer<typeof gateFileSchema>;

export const gateReportSchema = z.object({
  version: z.literal(1),
  target: deliveryTargetIdSchema,
  /** The custom target's name; absent for built-in targets. */
  ownName: z.string().optional(),
  /** All files meet the technical figures. This doesn't mean that a store accepts them or that the takes are good. */
  meetsFigures: z.boolean(),
  /** Lines with a suspicious take that isn't approved. Absent if takes weren't checked, as in other programs' files. */
  suspiciousLines: z.int().optional(),
  /** The export's verdict. Absent if only the audio of the files is known. */
  verdict: exportVerdictSchema.optional(),
  files: z.array(gateFileSchema).readonly(),
  /** Other remarks about files that Lectern wrote, if any. */
  notices: z.array(exportNoticeSchema).readonly().optional(),
});
export type GateReport = z.infer<typeof gateReportSchema>;
