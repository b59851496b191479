// Exports for targets: what would be made, making it, and what came of it.
import { z } from 'zod';
import { deliveryTargetIdSchema } from '../model/delivery-target.ts';
import { failedExportSchema } from '../model/export.ts';
import { targetOptionsSchema, targetProgressSchema, targetReportSchema } from '../model/target-export.ts';
import { exportProblemSchema } from './envelope.ts';
import { exportedLinesSchema, exportFolderSchema } from './export-requests.ts';
import { request } from './request.ts';

/** Everything about exports for targets that holds apart from what the screen has chosen. */
export const targetStateSchema = z.object({
  /** Null: none is under way. */
  running: targetProgressSchema.nullable(),
  /** The target of the latest export, single lines among them; null: there was none. */
  latest: deliveryTargetIdSchema.nullable(),
  /** Each target that was exported for: the latest choice, where it went, and its report. */
  exports: z
    .array(
      z.object({
        options: targetOptionsSchema,
        /** Null where the project names a folder that was not chosen on this machine. */
        folder: exportFolderSchema.nullable(),
        report: targetReportSchema.nullable(),
      }),
    )
    .readonly(),
});
export type TargetState = z.infer<typeof targetStateSchema>;

/** What an export for a target would do. */
export const targetOutlookSchema = z.object({
  lines: exportedLinesSchema,
  /** Lines whose audio file is known to be missing or damaged: they would not be heard. */
  lost: z.object({ count: z.int(), lines: z.array(failedExportSchema).readonly() }),
  /** The files in order: their names as planned. The first of them; `count` counts all. */
  files: z.object({
    count: z.int(),
    named: z.array(z.object({ name: z.string(), durationSeconds: z.number(), chapters: z.int() })).readonly(),
  }),
  /** Of all files; the size is estimated. */
  durationSeconds: z.number(),
  sizeBytes: z.number(),
  /** A detail of the book by which files are named and that is missing; null: none. */
  needed: z.enum(['isbn']).nullable(),
  folder: z
    .discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        isNew: z.boolean(),
        /** On the drive; null where it can't be told. */
        freeBytes: z.number().nullable(),
      }),
      z.object({ ok: z.literal(false), problem: exportProblemSchema, path: z.string(), detail: z.string() }),
    ])
    .nullable(),
});
export type TargetOutlook = z.infer<typeof targetOutlookSchema>;

/** What chapters without a heading are called: in the language of the window. */
const untitledSchema = z.string().min(1).max(200);
const wanted = targetOptionsSchema.extend({ untitled: untitledSchema });

export const targetRequests = {
  'target.state': request(z.object({}), targetStateSchema),
  /** What an export would do; without a folder, without what it would do there. Changes nothing. */
  'target.outlook': request(wanted.extend({ folderId: z.string().nullable() }), targetOutlookSchema),
  /** Begins; how far it is comes by `target-progress`, what came of it by `target-changed`. */
  'target.start': request(wanted.extend({ folderId: z.string() }), targetStateSchema),
  /** Ends the export that is under way; files that are complete stay, and a later export goes on from there. */
  'target.cancel': request(z.object({}), z.null()),
};
