// Exports for a target: what a producer chooses, how far one is, and what came of it.
import { z } from 'zod';
import { deliveryFormatSchema } from './delivery.ts';
import { assembledTargetIdSchema } from './delivery-target.ts';
import { failedExportSchema, lineReasonSchema, MOST_NAMED_FAILURES } from './export.ts';
import { gateReportSchema } from './gate-report.ts';

/** What a producer chooses besides the folder. */
export const targetOptionsSchema = z.object({
  target: assembledTargetIdSchema,
  /** Null: as the target has it. */
  format: deliveryFormatSchema.nullable(),
  /** A line without a fresh take is heard by the latest usable one of other words or settings. */
  allowStale: z.boolean(),
  /** Only lines whose take was approved. */
  approvedOnly: z.boolean(),
  /** Chapters by the paragraph of their heading, null for what stands before the first one; null: the whole script. */
  chapterIds: z.array(z.int().nullable()).nullable(),
});
export type TargetOptions = z.infer<typeof targetOptionsSchema>;

/** How far an export for a target is. */
export const targetProgressSchema = z.object({
  target: assembledTargetIdSchema,
  /** `looking`: what stands in the folder; `making`: files; `measuring`: files that were made. */
  stage: z.enum(['looking', 'making', 'measuring']),
  /** Files that are through this stage, of those that have to. */
  done: z.int(),
  total: z.int(),
  /** The file that was begun last. */
  file: z.string().nullable(),
  /** The part of all stages that is done, 0 to 1. */
  share: z.number().min(0).max(1),
  /** Estimated; null while nothing can be said. */
  secondsLeft: z.number().nullable(),
});
export type TargetProgress = z.infer<typeof targetProgressSchema>;

const madeFileSchema = z.object({
  /** Its path within the folder, `/` between folders. */
  file: z.string(),
  title: z.string(),
  durationSeconds: z.number(),
  sizeBytes: z.int(),
  /** Before it was encoded; of a file of several parts, those of the loudest. LUFS, and dBTP. */
  loudnessLufs: z.number().nullable(),
  truePeakDbtp: z.number().nullable(),
});

const unmadeFileSchema = z.object({
  file: z.string(),
  reason: lineReasonSchema,
  /** The line whose take is the reason, and its number as people know it; null where none is. */
  lineId: z.int().nullable(),
  line: z.string().nullable(),
});

/** What an export for a target came to. */
export const targetReportSchema = z.object({
  target: assembledTargetIdSchema,
  /** `cancelled`: the producer ended it; `closed`: the project was closed before it ended; `stopped`: see `problem`. */
  outcome: z.enum(['done', 'cancelled', 'closed', 'stopped']),
  /** One sentence on why it stopped. */
  problem: z.string().nullable(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  finishedAt: z.number(),
  /** An absolute path. */
  outDir: z.string(),
  /** The files that the folder has, in order; none of an export that did not end. */
  files: z.array(madeFileSchema).readonly(),
  written: z.int(),
  moved: z.int(),
  unchanged: z.int(),
  /** Files that went to the bin, and where: a path within the folder. */
  binned: z.int(),
  binFolder: z.string().nullable(),
  failed: z.array(unmadeFileSchema).readonly(),
  /** Lines that are not heard in any file. The first of them; `leftOutLines` counts all. */
  leftOut: z.array(failedExportSchema).max(MOST_NAMED_FAILURES).readonly(),
  leftOutLines: z.int(),
  /** What the files measure, decoded again; null where they were not all measured. */
  gate: gateReportSchema.nullable(),
});
export type TargetReport = z.infer<typeof targetReportSchema>;

/** What a project keeps of its exports for one target. */
export const keptTargetExportSchema = z.object({
  options: targetOptionsSchema,
  /** An absolute path. */
  outDir: z.string().min(1),
  report: targetReportSchema.nullable(),
});
export type KeptTargetExport = z.infer<typeof keptTargetExportSchema>;
