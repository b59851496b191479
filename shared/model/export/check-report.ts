// Passing all checks doesn't guarantee that a store accepts the files.
import { z } from 'zod';
import { audioDefectSchema } from '../problems/audio-defect.ts';
import { SUSPICION_KINDS, type SuspicionKind } from '../take.ts';
import { exportDisclosureSchema } from './disclosure.ts';
import { exportNoticeSchema, exportVerdictSchema } from './export.ts';
import { BOUNDED_FIGURES, boundSchema, exportTargetIdSchema } from './export-target.ts';
import { exportSigningSchema } from './signature.ts';

export const checkPlaceSchema = z.object({
  seconds: z.number(),
  lineId: z.int().nullable(),
  line: z.string().nullable(),
});
export type CheckPlace = z.infer<typeof checkPlaceSchema>;

/** Levels are in dBFS; null if the audio is too quiet or too short to measure. */
export const fileFiguresSchema = z.object({
  packedAs: z.enum(['mp3', 'wav', 'flac', 'aac', 'vorbis', 'opus']),
  integratedLufs: z.number().nullable(),
  rmsDbfs: z.number().nullable(),
  samplePeakDbfs: z.number().nullable(),
  truePeakDbtp: z.number().nullable(),
  /** Level of the quietest half second; null if that half second is digital silence. */
  noiseFloorDbfs: z.number().nullable(),
  headSeconds: z.number(),
  tailSeconds: z.number(),
  sampleRate: z.int(),
  channels: z.int(),
  bitrate: z.number(),
  /** Null for formats without per-frame bitrates. */
  constantBitrate: z.boolean().nullable(),
  durationSeconds: z.number(),
  sizeBytes: z.int(),
  /** Number of samples in runs of three or more at full scale. */
  clippedSamples: z.int(),
  peakAt: z.number(),
  quietestAt: z.number(),
  clicks: z.object({ count: z.int(), at: z.array(z.number()) }),
  /**
   * How often digital silence occurs between sounds. If the file's lines are known, only silence inside a take counts.
   */
  digitalSilences: z.object({ count: z.int(), at: z.array(z.number()) }),
});
export type FileFigures = z.infer<typeof fileFiguresSchema>;

const takeRowKind = <K extends SuspicionKind>(kind: K): `take-${K}` => `take-${kind}`;

export const TAKE_ROWS = SUSPICION_KINDS.map(takeRowKind);

export const CHECK_KINDS = [
  ...BOUNDED_FIGURES,
  'packing',
  'constant-bitrate',
  'same-channels',
  'clipping',
  'clicks',
  'digital-silence',
  'words',
  ...TAKE_ROWS,
] as const;

export const checkRowSchema = z.object({
  kind: z.enum(CHECK_KINDS),
  /** `look`: the target has no rule for this figure, so the producer should listen to the file. */
  result: z.enum(['pass', 'fail', 'look']),
  value: z.number().nullable(),
  bound: boundSchema.nullable(),
  places: z.array(checkPlaceSchema).readonly(),
  /** How many lines have been compared with their text; only in a row of the kind `words`. */
  words: z.object({ compared: z.int(), suspicious: z.int(), notCompared: z.int() }).optional(),
});
export type CheckRow = z.infer<typeof checkRowSchema>;

export const checkedFileSchema = z.object({
  file: z.string(),
  /** Null if the file can't be read; `problem` says why. In reports by earlier versions, it is a sentence. */
  figures: fileFiguresSchema.nullable(),
  problem: z.union([audioDefectSchema, z.string()]).nullable(),
  rows: z.array(checkRowSchema).readonly(),
});
export type CheckedFile = z.infer<typeof checkedFileSchema>;

export const checkReportSchema = z.object({
  version: z.literal(1),
  target: exportTargetIdSchema,
  ownName: z.string().optional(),
  meetsFigures: z.boolean(),
  suspiciousLines: z.int().optional(),
  verdict: exportVerdictSchema.optional(),
  files: z.array(checkedFileSchema).readonly(),
  notices: z.array(exportNoticeSchema).readonly().optional(),
  /** Absent if no voice is synthetic, and in reports on files that Lectern didn't export. */
  disclosure: exportDisclosureSchema.optional(),
  /** Absent if the files aren't signed, and in reports on files that Lectern didn't export. */
  signing: exportSigningSchema.optional(),
});
export type CheckReport = z.infer<typeof checkReportSchema>;
