// Exports: options, progress, results and the reports stored in a project.
import { z } from 'zod';
import { exportFormatSchema } from './audio-formats.ts';
import { BOOK_FIELDS, COVER_FAULTS } from './book.ts';
import { DELIVERY_TARGETS, HANDOVER_FORMS } from './delivery-target.ts';
import { exportStopSchema } from './export-problem.ts';

/** In characters. */
export const LONGEST_PRESET_NAME = 80;
/** The maximum number of failed lines listed in a report. Any others are only counted. */
export const MOST_NAMED_FAILURES = 1_000;

export const exportOptionsSchema = z.object({
  format: exportFormatSchema,
  template: z.string().min(1).max(1_000),
  /** A line without a fresh take exports its latest usable take, even if the text or settings have changed since. */
  allowStale: z.boolean(),
  /** Only exports lines with an approved take. */
  approvedOnly: z.boolean().default(false),
  /**
   * Chapters by heading paragraph id, with null for the text before the first heading. A null list means the whole
   * script.
   */
  chapterIds: z.array(z.int().nullable()).nullable().default(null),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;

export const exportChoiceSchema = exportOptionsSchema.extend({
  /** An absolute path. */
  outDir: z.string().min(1),
});
export type ExportChoice = z.infer<typeof exportChoiceSchema>;

export const exportPresetSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1).max(LONGEST_PRESET_NAME),
  options: exportOptionsSchema,
  /** An absolute path, or null to ask each time. */
  outDir: z.string().nullable(),
});
export type ExportPreset = z.infer<typeof exportPresetSchema>;

export const exportProgressSchema = z.object({
  /** The export target or handover format. */
  kind: z.enum([...DELIVERY_TARGETS, ...HANDOVER_FORMS]),
  /** In `measuring`, the files are complete and are read back. */
  step: z.enum(['writing', 'measuring']),
  /** Files written or failed so far, out of those to write. Files that are already up to date don't count. */
  done: z.int(),
  total: z.int(),
  /** The file started last, or null before the first one. */
  file: z.string().nullable(),
  /** Assembled chapters. Both are 0 in exports without chapters. */
  chaptersDone: z.int(),
  chapters: z.int(),
  /** Overall progress from 0 to 1. */
  share: z.number(),
  /** Estimate; null until there is enough data. */
  secondsLeft: z.number().nullable(),
});
export type ExportProgress = z.infer<typeof exportProgressSchema>;

/** Why a line has no file. The messages are in `shared/words/en/reasons.ts`. */
const lineReasonSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'no-take',
      'stale',
      'not-approved',
      'audio-missing',
      'audio-damaged',
      'audio-unsafe',
      /** None of the exported files contains the line. */
      'not-exported',
    ]),
  }),
  /** The audio file at `path` is readable but its content has changed since it was stored. */
  z.object({ kind: z.literal('audio-changed'), path: z.string() }),
  /** `detail` is the message of the decoder or the operating system. */
  z.object({ kind: z.literal('not-convertible'), detail: z.string() }),
  /** The existing file at the path `file` can't be replaced. */
  z.object({ kind: z.literal('file-in-use'), file: z.string() }),
  /** Another line's failure prevented the file at the path `file` from being written. */
  z.object({ kind: z.literal('file-not-made'), file: z.string() }),
  /** A sentence stored by an earlier version. */
  z.object({ kind: z.literal('said'), sentence: z.string() }),
]);
export type LineReason = z.infer<typeof lineReasonSchema>;

/** Other remarks about an export. Their messages are with those of the reasons. */
export const exportNoticeSchema = z.discriminatedUnion('kind', [
  /** Files were given other names to avoid overwriting files that Lectern didn't write. */
  z.object({ kind: z.literal('avoided'), files: z.int() }),
  /** Files were moved to the bin at `folder`, a path relative to the export's folder. */
  z.object({ kind: z.literal('binned'), files: z.int(), folder: z.string() }),
  /** Files couldn't be moved to the bin because another program has them open. `file` is the first of them. */
  z.object({ kind: z.literal('not-binned'), file: z.string(), files: z.int() }),
  /** Gain was reduced by these amounts to avoid clipping. */
  z.object({
    kind: z.literal('held-back'),
    lines: z.array(z.object({ label: z.string(), decibels: z.number() })).readonly(),
  }),
  /** Files were renamed because other programs created the same names during the export. `file` is the first one. */
  z.object({ kind: z.literal('renamed'), file: z.string(), files: z.int() }),
  /**
   * A secondary chapter list was left out because it couldn't hold all chapters unchanged: the Nero list in an M4B, or
   * cue points in a WAV file. Players and editors that only read that list show no chapters.
   */
  z.object({
    kind: z.literal('chapter-list-left-out'),
    ...{ file: z.string(), list: z.enum(['nero', 'cue']), chapters: z.int() },
  }),
  /** The format can't hold the chapters from number `from` (1-based) on. `title` is the first one left out. */
  z.object({
    kind: z.literal('chapters-left-out'),
    ...{ file: z.string(), from: z.int(), title: z.string(), chapters: z.int() },
  }),
  /** Titles of these chapters (1-based) were truncated in the file or in one of its chapter lists. */
  z.object({ kind: z.literal('chapter-titles-cut'), file: z.string(), numbers: z.array(z.int()).readonly() }),
  /** A sentence stored by an earlier version. */
  z.object({ kind: z.literal('said'), sentence: z.string() }),
]);
export type ExportNotice = z.infer<typeof exportNoticeSchema>;

export const failedExportSchema = z.object({
  lineId: z.int(),
  /** 1-based position in the script at the time of the export. */
  number: z.int(),
  /** The displayed line number at the time of the export, from `lineNumber`. Absent in older reports. */
  label: z.string().optional(),
  /** The speakers and the first words. Absent in older reports. */
  roles: z.array(z.string()).readonly().optional(),
  words: z.string().optional(),
  reason: lineReasonSchema,
});
export type FailedExport = z.infer<typeof failedExportSchema>;

/** `look` asks for a human check; `fail` means the target won't accept the export. */
const verdictResultSchema = z.enum(['fail', 'look']);

/** A check that did not pass. The messages are in `shared/words/en/reasons.ts`. */
const verdictRowSchema = z.discriminatedUnion('kind', [
  /** Files are outside the target's technical figures or can't be measured. Details are in the gate report. */
  z.object({ kind: z.literal('figures'), result: verdictResultSchema, files: z.int() }),
  /** The target requires fields that the book's details don't have. */
  z.object({
    kind: z.literal('details'),
    result: verdictResultSchema,
    fields: z.array(z.enum(BOOK_FIELDS)).readonly(),
  }),
  /** The credits need fields that the book's details don't have. */
  z.object({
    kind: z.literal('credits'),
    result: verdictResultSchema,
    fields: z.array(z.enum(BOOK_FIELDS)).readonly(),
  }),
  /** The credits in the script differ from those generated from the book's details. */
  z.object({ kind: z.literal('credits-differ'), result: verdictResultSchema }),
  z.object({ kind: z.literal('cover'), result: verdictResultSchema, fault: z.enum(COVER_FAULTS) }),
  /** Suspicious takes that aren't approved, in exports of single takes. Finished files have them in the gate report. */
  z.object({ kind: z.literal('suspicious'), result: verdictResultSchema, takes: z.int() }),
]);
export type VerdictRow = z.infer<typeof verdictRowSchema>;

/**
 * The overall result. `incomplete`: lines are missing or use an outdated take. `failed`: all lines are included but a
 * check failed. `complete`: everything passed.
 */
export const exportVerdictSchema = z.object({
  kind: z.enum(['complete', 'incomplete', 'failed']),
  /** The first lines of the chosen chapters that are missing from the export; `missingLines` is the total. */
  missing: z.array(failedExportSchema).max(MOST_NAMED_FAILURES).readonly(),
  missingLines: z.int(),
  /** The first lines exported with a take of different text or settings; `outdatedLines` is the total. */
  outdated: z.array(failedExportSchema).max(MOST_NAMED_FAILURES).readonly(),
  outdatedLines: z.int(),
  rows: z.array(verdictRowSchema).readonly(),
});
export type ExportVerdict = z.infer<typeof exportVerdictSchema>;

export const outcomeSchema = z.object({
  /** `cancelled`: by the producer. `closed`: the project was closed first. `stopped`: see `problem`. */
  outcome: z.enum(['done', 'cancelled', 'closed', 'stopped']),
  /** Why the export stopped. */
  problem: exportStopSchema.nullable(),
  /** In milliseconds since the epoch. */
  startedAt: z.number(),
  finishedAt: z.number(),
  /** An absolute path. */
  outDir: z.string(),
  /** All files of the export, or those finished before it stopped. */
  files: z.int(),
  written: z.int(),
  /** Files that were only renamed. */
  moved: z.int(),
  unchanged: z.int(),
  /** The number of files moved to the bin, and the bin's path relative to the export's folder. */
  binned: z.int(),
  binFolder: z.string().nullable(),
  sizeBytes: z.number(),
  durationSeconds: z.number(),
  /** The first failed lines; `failedLines` is the total. */
  failed: z.array(failedExportSchema).max(MOST_NAMED_FAILURES),
  failedLines: z.int(),
  /**
   * The first lines skipped because they have no take, are outdated or aren't approved; `leftOutLines` is the total.
   */
  leftOut: z.array(failedExportSchema).max(MOST_NAMED_FAILURES).default([]),
  leftOutLines: z.int().default(0),
  /** Null if the export did not finish or an earlier version made it. */
  verdict: exportVerdictSchema.nullable().default(null),
});
export type ReportedExport = z.infer<typeof outcomeSchema>;

/** The report of an export of single lines. */
export const exportReportSchema = outcomeSchema.extend({
  format: exportFormatSchema,
  notices: z.array(exportNoticeSchema),
});
export type ExportReport = z.infer<typeof exportReportSchema>;

/** Part of a stored report. Earlier versions stored reasons, notices and problems as sentences. */
export const saidSchema = z.string().transform((sentence) => ({ kind: 'said' as const, sentence }));
const storedLineSchema = failedExportSchema.extend({ reason: z.union([lineReasonSchema, saidSchema]) });

export const storedReportSchema = exportReportSchema.extend({
  problem: z.union([exportStopSchema, saidSchema]).nullable(),
  failed: z.array(storedLineSchema).max(MOST_NAMED_FAILURES),
  leftOut: z.array(storedLineSchema).max(MOST_NAMED_FAILURES).default([]),
  notices: z.array(z.union([exportNoticeSchema, saidSchema])),
});
