import { z } from 'zod';
import { BOOK_FIELDS } from '../model/book.ts';
import {
  exportNoticeSchema,
  exportOptionsSchema,
  exportProgressSchema,
  exportReportSchema,
  exportVerdictSchema,
  failedExportSchema,
  MAX_PRESET_NAME_LENGTH,
} from '../model/export/export.ts';
import { exportProblemSchema, templateProblemSchema } from '../model/export/export-problem.ts';
import { filesOptionsSchema, filesReportSchema, filesTargetSchema } from '../model/export/target-export.ts';
import { usedVoicesSchema } from '../model/voice-use.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

/** `folderId` identifies the folder to the studio. The path is only for display. */
export const exportFolderSchema = z.object({ folderId: z.string(), path: z.string() });
export type ExportFolderChoice = z.infer<typeof exportFolderSchema>;

export const presetEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  options: exportOptionsSchema,
  folder: exportFolderSchema.nullable(),
});
export type PresetEntry = z.infer<typeof presetEntrySchema>;

const presetsSchema = z.object({
  presets: z.array(presetEntrySchema),
  defaultPresetId: z.string().nullable(),
  /** Presets that can't be parsed. They stay in the project unchanged. */
  unreadable: z.int(),
});
export type Presets = z.infer<typeof presetsSchema>;

export const exportStateSchema = z.object({
  running: exportProgressSchema.nullable(),
  report: exportReportSchema.nullable(),
  /** The options and folder that were used last. `folder` is null if it was chosen on another machine. */
  latest: z.object({ options: exportOptionsSchema, folder: exportFolderSchema.nullable() }).nullable(),
  finished: filesReportSchema.nullable(),
  choices: z.array(
    z.object({ kind: filesTargetSchema, options: filesOptionsSchema, folder: exportFolderSchema.nullable() }),
  ),
});
export type ExportState = z.infer<typeof exportStateSchema>;

const exampleSchema = z.object({ line: z.string(), name: z.string() });
export type NameExample = z.infer<typeof exampleSchema>;

const examplesSchema = z.object({
  count: z.int(),
  examples: z.array(exampleSchema).readonly(),
});
export type NameExamples = z.infer<typeof examplesSchema>;

export const exportNamesSchema = z.object({
  problem: z.object({ what: templateProblemSchema, from: z.int(), to: z.int() }).nullable(),
  names: z.array(exampleSchema.extend({ which: z.enum(['first', 'longest', 'last']) })).readonly(),
  /** File names that occur more than once. From the second file on, a number is added. */
  collisions: examplesSchema,
  cut: examplesSchema,
});
export type ExportNames = z.infer<typeof exportNamesSchema>;

/** What happens to the lines of the chosen chapters. Each line is counted once, except in `suspicious`. */
const lineCountsSchema = z.object({
  inScope: z.int(),
  exported: z.int(),
  exportedStale: z.int(),
  withoutTake: z.int(),
  staleLeftOut: z.int(),
  notApproved: z.int(),
  suspicious: z.int(),
});

const refusedFolderSchema = z.object({ ok: z.literal(false), problem: exportProblemSchema });

export const linesPreviewSchema = z.object({
  lines: lineCountsSchema,
  verdict: exportVerdictSchema,
  damaged: z.object({ count: z.int(), lines: z.array(failedExportSchema).readonly() }),
  /** Estimated if takes are converted. */
  sizeBytes: z.number(),
  durationSeconds: z.number(),
  hasPauseMarks: z.boolean(),
  folder: z
    .discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        isNew: z.boolean(),
        former: z.object({ exportedAt: z.number(), files: z.int() }).nullable(),
        isInterrupted: z.boolean(),
        foreign: z.int(),
        kept: z.int(),
        moved: z.int(),
        written: z.int(),
        binned: z.int(),
        writtenBytes: z.number(),
        freeBytes: z.number().nullable(),
        longPaths: examplesSchema,
        notices: z.array(exportNoticeSchema).readonly(),
      }),
      refusedFolderSchema,
    ])
    .nullable(),
});
export type LinesPreview = z.infer<typeof linesPreviewSchema>;

export const filesPreviewSchema = z.object({
  lines: lineCountsSchema,
  /** Excludes measurements, which aren't known before the export. */
  verdict: exportVerdictSchema,
  /** Null if the export isn't possible; `needs` says why. */
  files: z
    .object({
      count: z.int(),
      chapters: z.int(),
      durationSeconds: z.number(),
      names: z.array(z.string()).readonly(),
    })
    .nullable(),
  needs: z.enum(BOOK_FIELDS).nullable(),
  folder: z
    .discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        isNew: z.boolean(),
        former: z.object({ exportedAt: z.number(), files: z.int() }).nullable(),
        dropped: z.int(),
      }),
      refusedFolderSchema,
    ])
    .nullable(),
});
export type FilesPreview = z.infer<typeof filesPreviewSchema>;

const presetName = z.string().trim().min(1).max(MAX_PRESET_NAME_LENGTH);
const withFolder = exportOptionsSchema.extend({ folderId: z.string() });
const finished = z.object({
  kind: filesTargetSchema,
  options: filesOptionsSchema,
  untitled: z.string().min(1).max(120),
});

export const exportRequests = {
  'export.state': request(z.object({}), exportStateSchema),
  /** Progress is reported in `export-progress` events, the result in `export-changed`. */
  'export.startLines': request(withFolder, exportStateSchema),
  'export.startFiles': request(finished.extend({ folderId: z.string() }), exportStateSchema),
  'export.previewFiles': request(finished.extend({ folderId: z.string().nullable() }), filesPreviewSchema),
  'export.usedVoices': request(
    exportOptionsSchema.pick({ allowStale: true, approvedOnly: true, chapterIds: true }),
    usedVoicesSchema,
  ),
  /** Stops the export after the current file. Finished files are kept. */
  'export.cancel': request(z.object({}), z.null()),
  'export.previewNames': request(exportOptionsSchema.extend({ template: z.string().max(1_000) }), exportNamesSchema),
  'export.previewLines': request(exportOptionsSchema.extend({ folderId: z.string().nullable() }), linesPreviewSchema),
  'export.presets': request(z.object({}), presetsSchema),
  'export.savePreset': request(
    z.object({ name: presetName, options: exportOptionsSchema, folderId: z.string().nullable() }),
    presetsSchema.extend({ ...stepShape, id: z.string() }),
  ),
  'export.changePreset': request(
    z.object({
      id: z.string(),
      name: presetName.optional(),
      choice: z.object({ options: exportOptionsSchema, folderId: z.string().nullable() }).optional(),
    }),
    presetsSchema.extend(stepShape),
  ),
  'export.deletePreset': request(z.object({ id: z.string() }), presetsSchema.extend(stepShape)),
  /** Sets the preset that is selected when the export screen opens. Null selects the preset that was used last. */
  'export.setDefaultPreset': request(z.object({ id: z.string().nullable() }), presetsSchema),
};
