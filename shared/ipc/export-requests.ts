// Exports: what would be made, making it, what came of it, and choices that are kept under a name.
import { z } from 'zod';
import { BOOK_FIELDS } from '../model/book.ts';
import {
  exportNoticeSchema,
  exportOptionsSchema,
  exportProgressSchema,
  exportReportSchema,
  exportVerdictSchema,
  failedExportSchema,
  LONGEST_PRESET_NAME,
} from '../model/export.ts';
import { finishedKindSchema, finishedOptionsSchema, finishedReportSchema } from '../model/finished-export.ts';
import { usedVoicesSchema } from '../model/voice-use.ts';
import { exportProblemSchema } from './envelope.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

/** A folder that the producer chose, by the name under which the studio knows it; the path is only shown. */
export const exportFolderSchema = z.object({ folderId: z.string(), path: z.string() });
export type ExportFolderChoice = z.infer<typeof exportFolderSchema>;

/** Choices under a name, as the window has them. */
export const presetEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  options: exportOptionsSchema,
  folder: exportFolderSchema.nullable(),
});
export type PresetEntry = z.infer<typeof presetEntrySchema>;

const presetsSchema = z.object({
  presets: z.array(presetEntrySchema),
  /** The one that the screen begins with. */
  defaultPresetId: z.string().nullable(),
  /** Presets that can't be read: they stay in the project's file as they are. */
  unreadable: z.int(),
});
export type Presets = z.infer<typeof presetsSchema>;

/** Everything about exports that holds apart from what the screen has chosen. */
export const exportStateSchema = z.object({
  /** Null: none is under way. */
  running: exportProgressSchema.nullable(),
  /** Of the latest export; null: there was none. */
  report: exportReportSchema.nullable(),
  /** The latest choice, and where it went; no folder where the project names one that was not chosen on this machine. */
  latest: z.object({ options: exportOptionsSchema, folder: exportFolderSchema.nullable() }).nullable(),
  /** Of the latest export that was not one of single lines; null: there was none. */
  finished: finishedReportSchema.nullable(),
  /** The latest choice for each kind that was exported before. */
  choices: z.array(
    z.object({ kind: finishedKindSchema, options: finishedOptionsSchema, folder: exportFolderSchema.nullable() }),
  ),
});
export type ExportState = z.infer<typeof exportStateSchema>;

/** A line by its number as `lineNumber` has it, and the name of its file. */
const exampleSchema = z.object({ line: z.string(), name: z.string() });
export type NameExample = z.infer<typeof exampleSchema>;

/** How many there are, and the first few of them. */
const examplesSchema = z.object({
  count: z.int(),
  examples: z.array(exampleSchema).readonly(),
});
export type NameExamples = z.infer<typeof examplesSchema>;

/** What files would be called. */
export const exportNamesSchema = z.object({
  /** What is wrong with the template, and where: characters of it. */
  problem: z.object({ message: z.string(), from: z.int(), to: z.int() }).nullable(),
  /** Of the first line, of the one with the longest name, of the last one. */
  names: z.array(exampleSchema.extend({ which: z.enum(['first', 'longest', 'last']) })).readonly(),
  /** Names that more than one line would have: all but the first get a number. */
  collisions: examplesSchema,
  /** Names that are cut because they would be too long. */
  cut: examplesSchema,
});
export type ExportNames = z.infer<typeof exportNamesSchema>;

/** What becomes of the lines of the chosen chapters, each counted once. */
const lineCountsSchema = z.object({
  inScope: z.int(),
  exported: z.int(),
  exportedStale: z.int(),
  withoutTake: z.int(),
  staleLeftOut: z.int(),
  notApproved: z.int(),
  /** Of those exported: their take looks suspicious and isn't approved. */
  suspicious: z.int(),
});

const refusedFolderSchema = z.object({
  ok: z.literal(false),
  problem: exportProblemSchema,
  path: z.string(),
  detail: z.string(),
});

/** What an export would do. */
export const exportOutlookSchema = z.object({
  lines: lineCountsSchema,
  /** As far as it can be told before. */
  verdict: exportVerdictSchema,
  /** Lines whose audio file is not where it should be, or not as long: they would fail. */
  damaged: z.object({ count: z.int(), lines: z.array(failedExportSchema).readonly() }),
  /** Of all files; the size is estimated where takes are converted. */
  sizeBytes: z.number(),
  durationSeconds: z.number(),
  /** The script has marks of pauses, which no file of a line holds. */
  hasPauseMarks: z.boolean(),
  folder: z
    .discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        isNew: z.boolean(),
        former: z.object({ exportedAt: z.number(), files: z.int() }).nullable(),
        isInterrupted: z.boolean(),
        /** Files and folders that are not this export's. */
        foreign: z.int(),
        kept: z.int(),
        moved: z.int(),
        written: z.int(),
        binned: z.int(),
        /** Of what is to be written; estimated. */
        writtenBytes: z.number(),
        /** On the drive; null where it can't be told. */
        freeBytes: z.number().nullable(),
        /** Whole paths that are longer than programs on Windows take. */
        longPaths: examplesSchema,
        notices: z.array(exportNoticeSchema).readonly(),
      }),
      refusedFolderSchema,
    ])
    .nullable(),
});
export type ExportOutlook = z.infer<typeof exportOutlookSchema>;

/** What an export for a target or another program would make. */
export const finishedOutlookSchema = z.object({
  lines: lineCountsSchema,
  /** As far as it can be told before: of the figures nothing is known yet. */
  verdict: exportVerdictSchema,
  /** Null where it can't be made: `needs` says why. */
  files: z
    .object({
      count: z.int(),
      chapters: z.int(),
      durationSeconds: z.number(),
      /** The first and the last one. */
      names: z.array(z.string()).readonly(),
    })
    .nullable(),
  /** The detail of the book by which its files are named, where that is absent. */
  needs: z.enum(BOOK_FIELDS).nullable(),
  folder: z
    .discriminatedUnion('ok', [
      z.object({
        ok: z.literal(true),
        isNew: z.boolean(),
        former: z.object({ exportedAt: z.number(), files: z.int() }).nullable(),
        /** Files of the former export that this one does not have. */
        dropped: z.int(),
      }),
      refusedFolderSchema,
    ])
    .nullable(),
});
export type FinishedOutlook = z.infer<typeof finishedOutlookSchema>;

const presetName = z.string().trim().min(1).max(LONGEST_PRESET_NAME);
const withFolder = exportOptionsSchema.extend({ folderId: z.string() });
const finished = z.object({
  kind: finishedKindSchema,
  options: finishedOptionsSchema,
  /** What a chapter without a heading is called. */
  untitled: z.string().min(1).max(120),
});

export const exportRequests = {
  'export.state': request(z.object({}), exportStateSchema),
  /** Begins; how far it is comes by `export-progress`, what came of it by `export-changed`. */
  'export.start': request(withFolder, exportStateSchema),
  /** The same for a target, or for another program. */
  'export.finish': request(finished.extend({ folderId: z.string() }), exportStateSchema),
  'export.finishedOutlook': request(finished.extend({ folderId: z.string().nullable() }), finishedOutlookSchema),
  /** Which voices would be heard, and what they may be used for. */
  'export.usedVoices': request(
    exportOptionsSchema.pick({ allowStale: true, approvedOnly: true, chapterIds: true }),
    usedVoicesSchema,
  ),
  /** Ends the export that is under way between two files; what is complete stays. */
  'export.cancel': request(z.object({}), z.null()),
  /** What the files would be called. */
  'export.previewNames': request(exportOptionsSchema.extend({ template: z.string().max(1_000) }), exportNamesSchema),
  /** What an export would do; without a folder, without what it would do there. Changes nothing. */
  'export.outlook': request(exportOptionsSchema.extend({ folderId: z.string().nullable() }), exportOutlookSchema),
  'export.presets': request(z.object({}), presetsSchema),
  /** Keeps choices under a new name. */
  'export.savePreset': request(
    z.object({ name: presetName, options: exportOptionsSchema, folderId: z.string().nullable() }),
    presetsSchema.extend({ ...stepShape, id: z.string() }),
  ),
  /** Gives a preset other choices, or another name. */
  'export.changePreset': request(
    z.object({
      id: z.string(),
      name: presetName.optional(),
      choice: z.object({ options: exportOptionsSchema, folderId: z.string().nullable() }).optional(),
    }),
    presetsSchema.extend(stepShape),
  ),
  'export.deletePreset': request(z.object({ id: z.string() }), presetsSchema.extend(stepShape)),
  /** The preset that the screen begins with; null: the latest choice. */
  'export.setDefaultPreset': request(z.object({ id: z.string().nullable() }), presetsSchema),
};
