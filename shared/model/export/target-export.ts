import { z } from 'zod';
import { checkReportSchema } from './check-report.ts';
import { DEFAULT_HIGH_PASS_HZ, GENTLE_COMPRESSION, type TargetChanges } from './delivery.ts';
import { exportNoticeSchema, exportOptionsSchema, outcomeSchema, storedSentenceSchema } from './export.ts';
import { exportStopSchema } from './export-problem.ts';
import { EXPORT_TARGETS, PROGRAM_TARGETS, TEXT_UNITS } from './export-target.ts';

export const filesTargetSchema = z.enum([...EXPORT_TARGETS, ...PROGRAM_TARGETS]).exclude(['lines']);
export type FilesTarget = z.infer<typeof filesTargetSchema>;

export const filesOptionsSchema = exportOptionsSchema
  .pick({ allowStale: true, approvedOnly: true, chapterIds: true })
  .extend({
    highPass: z.boolean().optional(),
    compression: z.boolean().optional(),
    ownTarget: z.string().optional(),
    /** Id of the target or custom target whose files the times refer to. Defaults to `DEFAULT_SIDECAR_AUDIO`. */
    timesOf: z.string().optional(),
    /** Whether the sounds attached to cues are mixed in. Defaults to true. */
    music: z.boolean().optional(),
    /** Whether text is synchronised with the audio by lines or by words. Defaults to `defaultTextUnit`. */
    by: z.enum(TEXT_UNITS).optional(),
    /** Adds the time of each word to WebVTT. Defaults to false. */
    wordTimestamps: z.boolean().optional(),
  });
export type FilesOptions = z.infer<typeof filesOptionsSchema>;

export const masteringChanges = ({ highPass, compression }: FilesOptions): TargetChanges => ({
  goal: {
    ...(highPass && { highPassHz: DEFAULT_HIGH_PASS_HZ }),
    ...(compression && { compression: GENTLE_COMPRESSION }),
  },
});

export const filesChoiceSchema = z.object({
  kind: filesTargetSchema,
  options: filesOptionsSchema,
  outDir: z.string().min(1),
});
export type FilesChoice = z.infer<typeof filesChoiceSchema>;

const level = z.number().nullable();

/** Levels measured before encoding; null for files without audio. */
export const exportedFileRowSchema = z.object({
  /** Relative to the folder, with `/` as the separator. */
  file: z.string(),
  durationSeconds: z.number().nullable(),
  sizeBytes: z.number().nullable(),
  loudnessLufs: level,
  rmsDbfs: level,
  truePeakDbtp: level,
});
export type ExportedFileRow = z.infer<typeof exportedFileRowSchema>;

export const filesReportSchema = outcomeSchema.extend({
  kind: filesTargetSchema,
  own: z.object({ id: z.string(), name: z.string() }).nullable().default(null),
  made: z.array(exportedFileRowSchema),
  gate: checkReportSchema.nullable(),
  notices: z.array(exportNoticeSchema).readonly().default([]),
});
export const storedFilesReportSchema = filesReportSchema.extend({
  problem: z.union([exportStopSchema, storedSentenceSchema]).nullable(),
});
export type FilesReport = z.infer<typeof filesReportSchema>;
