import { z } from 'zod';
import { checkReportSchema } from './check-report.ts';
import { GENTLE_COMPRESSION, type TargetChanges, USUAL_HIGH_PASS_HZ } from './delivery.ts';
import { DELIVERY_TARGETS, PROGRAM_TARGETS } from './delivery-target.ts';
import { exportNoticeSchema, exportOptionsSchema, outcomeSchema, saidSchema } from './export.ts';
import { exportStopSchema } from './export-problem.ts';

export const finishedKindSchema = z.enum([...DELIVERY_TARGETS, ...PROGRAM_TARGETS]).exclude(['lines']);
export type FinishedKind = z.infer<typeof finishedKindSchema>;

export const finishedOptionsSchema = exportOptionsSchema
  .pick({ allowStale: true, approvedOnly: true, chapterIds: true })
  .extend({
    /** Apply the default filter settings; if absent, the target decides. */
    highPass: z.boolean().optional(),
    compression: z.boolean().optional(),
    ownTarget: z.string().optional(),
    /** For timed formats, the target or custom target id the times refer to. Defaults to `USUAL_SIDECAR_AUDIO`. */
    timesOf: z.string().optional(),
  });
export type FinishedOptions = z.infer<typeof finishedOptionsSchema>;

export const soundChanges = ({ highPass, compression }: FinishedOptions): TargetChanges => ({
  goal: {
    ...(highPass && { highPassHz: USUAL_HIGH_PASS_HZ }),
    ...(compression && { compression: GENTLE_COMPRESSION }),
  },
});

export const finishedChoiceSchema = z.object({
  kind: finishedKindSchema,
  options: finishedOptionsSchema,
  outDir: z.string().min(1),
});
export type FinishedChoice = z.infer<typeof finishedChoiceSchema>;

const level = z.number().nullable();

/** Levels were measured before encoding and are null for files without audio. */
export const finishedFileSchema = z.object({
  /** Relative to the folder, with `/` as separator. */
  file: z.string(),
  durationSeconds: z.number().nullable(),
  sizeBytes: z.number().nullable(),
  loudnessLufs: level,
  rmsDbfs: level,
  truePeakDbtp: level,
});
export type FinishedFileRow = z.infer<typeof finishedFileSchema>;

export const finishedReportSchema = outcomeSchema.extend({
  kind: finishedKindSchema,
  own: z.object({ id: z.string(), name: z.string() }).nullable().default(null),
  made: z.array(finishedFileSchema),
  gate: checkReportSchema.nullable(),
  notices: z.array(exportNoticeSchema).readonly().default([]),
});
export const storedFinishedReportSchema = finishedReportSchema.extend({
  problem: z.union([exportStopSchema, saidSchema]).nullable(),
});
export type FinishedReport = z.infer<typeof finishedReportSchema>;
