// Exports: what a producer chooses, how far one is, what came of it, and what a project keeps of all that.
import { z } from 'zod';
import { exportFormatSchema } from './audio-formats.ts';
import { BOOK_FIELDS, COVER_FAULTS } from './book.ts';
import { DELIVERY_TARGETS, HANDOVER_FORMS } from './delivery-target.ts';

/** The longest name of a preset, in characters. */
export const LONGEST_PRESET_NAME = 80;
/** The most failed lines that a report names; the rest are counted. */
export const MOST_NAMED_FAILURES = 1_000;

/** What a producer chooses besides the folder. */
export const exportOptionsSchema = z.object({
  format: exportFormatSchema,
  template: z.string().min(1).max(1_000),
  /** A line without a fresh take exports the latest usable one of other words or settings. */
  allowStale: z.boolean(),
  /** Only lines whose take was approved. */
  approvedOnly: z.boolean().default(false),
  /** Chapters by the paragraph of their heading, null for what stands before the first one; null: the whole script. */
  chapterIds: z.array(z.int().nullable()).nullable().default(null),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;

/** Where finished audio goes, under which names and in which format. */
export const exportChoiceSchema = exportOptionsSchema.extend({
  /** An absolute path. */
  outDir: z.string().min(1),
});
export type ExportChoice = z.infer<typeof exportChoiceSchema>;

/** Choices that were saved under a name. */
export const exportPresetSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1).max(LONGEST_PRESET_NAME),
  options: exportOptionsSchema,
  /** An absolute path; null: the folder is chosen each time. */
  outDir: z.string().nullable(),
});
export type ExportPreset = z.infer<typeof exportPresetSchema>;

/** How far an export is. */
export const exportProgressSchema = z.object({
  /** What is made. */
  kind: z.enum([...DELIVERY_TARGETS, ...HANDOVER_FORMS]),
  /** `measuring`: the files are made, and read again. */
  step: z.enum(['writing', 'measuring']),
  /** Files that are written or failed, and those that are to be made: what stands there already is no part of it. */
  done: z.int(),
  total: z.int(),
  /** The file that was begun last; null before the first one. */
  file: z.string().nullable(),
  /** Chapters of files that are assembled; 0 of 0 of others. */
  chaptersDone: z.int(),
  chapters: z.int(),
  /** The part of the work that is done, 0 to 1. */
  share: z.number(),
  /** Estimated; null while nothing can be said. */
  secondsLeft: z.number().nullable(),
});
export type ExportProgress = z.infer<typeof exportProgressSchema>;

/** Why a line has no file. Its words are in `shared/words/en/reasons.ts`. */
const lineReasonSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'no-take',
      'stale',
      'not-approved',
      'audio-missing',
      'audio-damaged',
      'audio-unsafe',
      /** It is in none of the files that were made. */
      'not-exported',
    ]),
  }),
  /** The audio was read, and is not what was kept; `path`: of its file. */
  z.object({ kind: z.literal('audio-changed'), path: z.string() }),
  /** `detail`: what the decoder or the system says. */
  z.object({ kind: z.literal('not-convertible'), detail: z.string() }),
  /** The file that stands there can't be replaced; `file`: its path. */
  z.object({ kind: z.literal('file-in-use'), file: z.string() }),
  /** The file that it belongs to was not made, because of another line; `file`: its path. */
  z.object({ kind: z.literal('file-not-made'), file: z.string() }),
  /** A sentence that an earlier version kept. */
  z.object({ kind: z.literal('said'), sentence: z.string() }),
]);
export type LineReason = z.infer<typeof lineReasonSchema>;

/** What is said of an export besides. Its words are with those of the reasons. */
export const exportNoticeSchema = z.discriminatedUnion('kind', [
  /** Files have other names, since something that is not Lectern's stands in the way. */
  z.object({ kind: z.literal('avoided'), files: z.int() }),
  /** Files went to the bin; `folder`: a path within the export's. */
  z.object({ kind: z.literal('binned'), files: z.int(), folder: z.string() }),
  /** Files should have gone to the bin, and another program has them open; `file`: the first of them. */
  z.object({ kind: z.literal('not-binned'), file: z.string(), files: z.int() }),
  /** Gains were held back, by these decibels, since more would clip. */
  z.object({
    kind: z.literal('held-back'),
    lines: z.array(z.object({ label: z.string(), decibels: z.number() })).readonly(),
  }),
  /** Files got other names while it went on: others' files came to stand there; `file`: the first of them. */
  z.object({ kind: z.literal('renamed'), file: z.string(), files: z.int() }),
  /**
   * A file is without a second list of its chapters, since that could not hold all of them as they are: Nero's in an M4B, cue points in a
   * WAV file. Players and editors that read no other list show no chapters then.
   */
  z.object({
    kind: z.literal('chapter-list-left-out'),
    ...{ file: z.string(), list: z.enum(['nero', 'cue']), chapters: z.int() },
  }),
  /** Chapters of a file from this number on, which is 1-based, are not in it: its format can't hold them. `title`: of the first one. */
  z.object({
    kind: z.literal('chapters-left-out'),
    ...{ file: z.string(), from: z.int(), title: z.string(), chapters: z.int() },
  }),
  /** Titles of these chapters are cut in a file, or in one of its lists, because they are too long for it. 1-based. */
  z.object({ kind: z.literal('chapter-titles-cut'), file: z.string(), numbers: z.array(z.int()).readonly() }),
  /** A sentence that an earlier version kept. */
  z.object({ kind: z.literal('said'), sentence: z.string() }),
]);
export type ExportNotice = z.infer<typeof exportNoticeSchema>;

/** A line whose file could not be made, or that is left out. */
export const failedExportSchema = z.object({
  lineId: z.int(),
  /** In the script, 1-based, when it was exported. */
  number: z.int(),
  /** The number by which people know it, as `lineNumber` made it then; absent in older reports. */
  label: z.string().optional(),
  /** Who speaks, and the first words; absent in older reports. */
  roles: z.array(z.string()).readonly().optional(),
  words: z.string().optional(),
  reason: lineReasonSchema,
});
export type FailedExport = z.infer<typeof failedExportSchema>;

/** A check of an export besides its lines. `look`: someone should look at it; `fail`: the target can't take it as it is. */
const verdictResultSchema = z.enum(['fail', 'look']);

/** A check that was not passed. Its words are in `shared/words/en/reasons.ts`. */
const verdictRowSchema = z.discriminatedUnion('kind', [
  /** Files are outside the target's technical figures, or can't be measured; the gate's report has the rows. */
  z.object({ kind: z.literal('figures'), result: verdictResultSchema, files: z.int() }),
  /** The target needs details that the book does not have. */
  z.object({
    kind: z.literal('details'),
    result: verdictResultSchema,
    fields: z.array(z.enum(BOOK_FIELDS)).readonly(),
  }),
  /** The credits should name them, and the book does not have them. */
  z.object({
    kind: z.literal('credits'),
    result: verdictResultSchema,
    fields: z.array(z.enum(BOOK_FIELDS)).readonly(),
  }),
  /** The credits in the script are worded differently from what the book's details would make them. */
  z.object({ kind: z.literal('credits-differ'), result: verdictResultSchema }),
  z.object({ kind: z.literal('cover'), result: verdictResultSchema, fault: z.enum(COVER_FAULTS) }),
  /** Takes look suspicious and aren't approved. Only of exports of single takes: the gate's report has them for finished files. */
  z.object({ kind: z.literal('suspicious'), result: verdictResultSchema, takes: z.int() }),
]);
export type VerdictRow = z.infer<typeof verdictRowSchema>;

/**
 * Whether an export has everything that it should have. `incomplete`: lines are missing, or are heard as an older take;
 * `failed`: all lines are there, and a check failed; `complete`: neither.
 */
export const exportVerdictSchema = z.object({
  kind: z.enum(['complete', 'incomplete', 'failed']),
  /** Lines of the chosen chapters that are not in the export. The first of them; `missingLines` counts all. */
  missing: z.array(failedExportSchema).max(MOST_NAMED_FAILURES).readonly(),
  missingLines: z.int(),
  /** Lines that are exported with a take of other words or settings. The first of them; `outdatedLines` counts all. */
  outdated: z.array(failedExportSchema).max(MOST_NAMED_FAILURES).readonly(),
  outdatedLines: z.int(),
  rows: z.array(verdictRowSchema).readonly(),
});
export type ExportVerdict = z.infer<typeof exportVerdictSchema>;

/** What any export came to. */
export const outcomeSchema = z.object({
  /** `cancelled`: the producer ended it; `closed`: the project was closed before it ended; `stopped`: see `problem`. */
  outcome: z.enum(['done', 'cancelled', 'closed', 'stopped']),
  /** One sentence on why it stopped. */
  problem: z.string().nullable(),
  /** Milliseconds since the epoch. */
  startedAt: z.number(),
  finishedAt: z.number(),
  /** An absolute path. */
  outDir: z.string(),
  /** Files that the export has now; of one that did not end, those that were made. */
  files: z.int(),
  written: z.int(),
  /** Only given another name. */
  moved: z.int(),
  unchanged: z.int(),
  /** Files that went to the bin, and where: a path within the folder. */
  binned: z.int(),
  binFolder: z.string().nullable(),
  /** Of all files of the export. */
  sizeBytes: z.number(),
  durationSeconds: z.number(),
  /** The first of them; `failedLines` counts all. */
  failed: z.array(failedExportSchema).max(MOST_NAMED_FAILURES),
  failedLines: z.int(),
  /** Lines of the chosen chapters that are not exported: without a take, out of date, not approved. The first of them. */
  leftOut: z.array(failedExportSchema).max(MOST_NAMED_FAILURES).default([]),
  leftOutLines: z.int().default(0),
  /** Null: it did not end, or an earlier version made it. */
  verdict: exportVerdictSchema.nullable().default(null),
});
export type ReportedExport = z.infer<typeof outcomeSchema>;

/** What an export of single lines came to. */
export const exportReportSchema = outcomeSchema.extend({
  format: exportFormatSchema,
  notices: z.array(exportNoticeSchema),
});
export type ExportReport = z.infer<typeof exportReportSchema>;

const saidSchema = z.string().transform((sentence) => ({ kind: 'said' as const, sentence }));
const keptLineSchema = failedExportSchema.extend({ reason: z.union([lineReasonSchema, saidSchema]) });

/** A report as a project keeps it: an earlier version kept reasons and notices as sentences. */
export const keptReportSchema = exportReportSchema.extend({
  failed: z.array(keptLineSchema).max(MOST_NAMED_FAILURES),
  leftOut: z.array(keptLineSchema).max(MOST_NAMED_FAILURES).default([]),
  notices: z.array(z.union([exportNoticeSchema, saidSchema])),
});
