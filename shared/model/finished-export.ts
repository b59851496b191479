// Exports for a target or for another program, as the window orders them: what is chosen, and what came of it.
import { z } from 'zod';
import { GENTLE_COMPRESSION, type TargetChanges, USUAL_HIGH_PASS_HZ } from './delivery.ts';
import { DELIVERY_TARGETS, HANDOVER_FORMS } from './delivery-target.ts';
import { exportNoticeSchema, exportOptionsSchema, outcomeSchema } from './export.ts';
import { gateReportSchema } from './gate-report.ts';

/** All that can be exported but single lines. */
export const finishedKindSchema = z.enum([...DELIVERY_TARGETS, ...HANDOVER_FORMS]).exclude(['lines']);
export type FinishedKind = z.infer<typeof finishedKindSchema>;

/** Which lines are heard in it, and how. */
export const finishedOptionsSchema = exportOptionsSchema
  .pick({ allowStale: true, approvedOnly: true, chapterIds: true })
  .extend({
    /** With the usual figures; absent: as the target has it. */
    highPass: z.boolean().optional(),
    compression: z.boolean().optional(),
    /** The id of the project's own target whose figures it has; absent: Lectern's. */
    ownTarget: z.string().optional(),
    /** Of forms that belong to finished files: the target that makes these, or the id of one of the project's own; absent: the usual one. */
    timesOf: z.string().optional(),
  });
export type FinishedOptions = z.infer<typeof finishedOptionsSchema>;

/** What these choices change of a target. */
export const soundChanges = ({ highPass, compression }: FinishedOptions): TargetChanges => ({
  goal: {
    ...(highPass && { highPassHz: USUAL_HIGH_PASS_HZ }),
    ...(compression && { compression: GENTLE_COMPRESSION }),
  },
});

/** What was chosen for one kind, as a project remembers it. */
export const finishedChoiceSchema = z.object({
  kind: finishedKindSchema,
  options: finishedOptionsSchema,
  /** An absolute path. */
  outDir: z.string().min(1),
});
export type FinishedChoice = z.infer<typeof finishedChoiceSchema>;

const level = z.number().nullable();

/** A file that was made. Its levels were measured before it was encoded; null where it is no sound. */
export const finishedFileSchema = z.object({
  /** Within the folder, `/` between folders. */
  file: z.string(),
  durationSeconds: z.number().nullable(),
  sizeBytes: z.number().nullable(),
  loudnessLufs: level,
  rmsDbfs: level,
  truePeakDbtp: level,
});
export type FinishedFileRow = z.infer<typeof finishedFileSchema>;

/** What such an export came to. */
export const finishedReportSchema = outcomeSchema.extend({
  kind: finishedKindSchema,
  /** The project's own target that it was made for, as it was called then; null: Lectern's. */
  own: z.object({ id: z.string(), name: z.string() }).nullable().default(null),
  made: z.array(finishedFileSchema),
  /** What the files measure, from their encoded bytes; null where none was measured. */
  gate: gateReportSchema.nullable(),
  /** What else there is to say of the files. */
  notices: z.array(exportNoticeSchema).readonly().default([]),
});
export type FinishedReport = z.infer<typeof finishedReportSchema>;
