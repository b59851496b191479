import { exportFormatSchema } from '@lectern/audio/formats';
import { z } from 'zod';
import { BOOK_FIELDS, COVER_FAULTS } from '../book.ts';
import { audioDefectSchema } from '../problems/audio-defect.ts';
import { exportStopSchema } from './export-problem.ts';
import { EXPORT_TARGETS, PROGRAM_TARGETS } from './export-target.ts';

export const MAX_PRESET_NAME_LENGTH = 80;
export const MAX_NAMED_FAILURES = 1_000;

export const exportOptionsSchema = z.object({
  format: exportFormatSchema,
  template: z.string().min(1).max(1_000),
  /** For a line without a fresh take, the latest usable take is exported. */
  allowStale: z.boolean(),
  approvedOnly: z.boolean().default(false),
  /** Heading paragraph ids; a null id is the text before the first heading. A null list means the whole script. */
  chapterIds: z.array(z.int().nullable()).nullable().default(null),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;

export const exportChoiceSchema = exportOptionsSchema.extend({
  outDir: z.string().min(1),
});
export type ExportChoice = z.infer<typeof exportChoiceSchema>;

export const exportPresetSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1).max(MAX_PRESET_NAME_LENGTH),
  options: exportOptionsSchema,
  outDir: z.string().nullable(),
});
export type ExportPreset = z.infer<typeof exportPresetSchema>;

export const exportProgressSchema = z.object({
  kind: z.enum([...EXPORT_TARGETS, ...PROGRAM_TARGETS]),
  step: z.enum(['timing', 'writing', 'measuring']),
  done: z.int(),
  total: z.int(),
  file: z.string().nullable(),
  /** Both are 0 in exports without chapters. */
  chaptersDone: z.int(),
  chapters: z.int(),
  share: z.number(),
  secondsLeft: z.number().nullable(),
});
export type ExportProgress = z.infer<typeof exportProgressSchema>;

const lineReasonSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'no-take',
      'stale',
      'not-approved',
      'audio-missing',
      'audio-damaged',
      'audio-unsafe',
      'not-exported',
      'not-in-book',
    ]),
  }),
  z.object({ kind: z.literal('audio-changed'), path: z.string() }),
  /** The sound file `name`, attached to `cue`, is missing, damaged or can't be decoded. */
  z.object({ kind: z.literal('sound-damaged'), cue: z.string(), name: z.string() }),
  z.object({ kind: z.literal('undecodable'), defect: audioDefectSchema }),
  /** `detail` is an error message of the system or, from earlier versions, an English text. */
  z.object({ kind: z.literal('not-convertible'), detail: z.string() }),
  z.object({ kind: z.literal('file-in-use'), file: z.string() }),
  z.object({ kind: z.literal('file-not-made'), file: z.string() }),
  z.object({ kind: z.literal('said'), sentence: z.string() }),
]);
export type LineReason = z.infer<typeof lineReasonSchema>;

export const exportNoticeSchema = z.discriminatedUnion('kind', [
  /** Number of files renamed to avoid overwriting files that Lectern didn't write. */
  z.object({ kind: z.literal('avoided'), files: z.int() }),
  z.object({ kind: z.literal('binned'), files: z.int(), folder: z.string() }),
  z.object({ kind: z.literal('not-binned'), file: z.string(), files: z.int() }),
  z.object({
    kind: z.literal('held-back'),
    lines: z.array(z.object({ label: z.string(), decibels: z.number() })).readonly(),
  }),
  /** During the export, other programs created files with the same names. `file` is the first of these files. */
  z.object({ kind: z.literal('renamed'), file: z.string(), files: z.int() }),
  /** The Nero list in an M4B file, or the cue points in a WAV file, couldn't hold all chapters. */
  z.object({
    kind: z.literal('chapter-list-left-out'),
    file: z.string(),
    list: z.enum(['nero', 'cue']),
    chapters: z.int(),
  }),
  /** Chapters starting with number `from` (1-based) were left out; `title` is the title of chapter `from`. */
  z.object({
    kind: z.literal('chapters-left-out'),
    file: z.string(),
    from: z.int(),
    title: z.string(),
    chapters: z.int(),
  }),
  z.object({ kind: z.literal('chapter-titles-cut'), file: z.string(), numbers: z.array(z.int()).readonly() }),
  /** The word times of these lines are unknown, so the words are spread evenly over the line. `lines` are labels. */
  z.object({ kind: z.literal('words-estimated'), lines: z.array(z.string()).readonly() }),
  /** These lines are in the audio of an EPUB, but not in its text. `lines` are labels. */
  z.object({ kind: z.literal('lines-not-in-book'), lines: z.array(z.string()).readonly() }),
  /** The text of an EPUB has other words in these lines than the audio. `lines` are labels. */
  z.object({ kind: z.literal('words-differ-in-book'), lines: z.array(z.string()).readonly() }),
  /** Text of an EPUB that isn't in its audio. `page` is a path in the EPUB. */
  z.object({
    kind: z.literal('text-not-read'),
    words: z.int(),
    pages: z.array(z.object({ page: z.string(), words: z.int() })).readonly(),
  }),
  /** An EPUB 2 was converted to EPUB 3. */
  z.object({ kind: z.literal('epub-upgraded') }),
  /** The imported EPUB couldn't be converted to EPUB 3, so a new one was made from the script. */
  z.object({ kind: z.literal('epub-made-new') }),
  /** The audio has an inaudible watermark; `id` is eight hexadecimal digits. */
  z.object({ kind: z.literal('watermarked'), id: z.string() }),
  /**
   * The fingerprints of these files couldn't be saved in `folder`, which is the application's or the project's. `code` is
   * the system's error code, or the kind of an unsafe entry.
   */
  z.object({ kind: z.literal('not-registered'), files: z.int(), folder: z.string(), code: z.string() }),
  z.object({ kind: z.literal('said'), sentence: z.string() }),
]);
export type ExportNotice = z.infer<typeof exportNoticeSchema>;

export const failedExportSchema = z.object({
  lineId: z.int(),
  number: z.int(),
  label: z.string().optional(),
  roles: z.array(z.string()).readonly().optional(),
  words: z.string().optional(),
  reason: lineReasonSchema,
});
export type FailedExport = z.infer<typeof failedExportSchema>;

/** `look`: the producer should check by ear. `fail`: the target won't accept the export. */
const verdictResultSchema = z.enum(['fail', 'look']);

const verdictRowSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('figures'), result: verdictResultSchema, files: z.int() }),
  z.object({
    kind: z.literal('details'),
    result: verdictResultSchema,
    fields: z.array(z.enum(BOOK_FIELDS)).readonly(),
  }),
  z.object({
    kind: z.literal('credits'),
    result: verdictResultSchema,
    fields: z.array(z.enum(BOOK_FIELDS)).readonly(),
  }),
  z.object({ kind: z.literal('credits-differ'), result: verdictResultSchema }),
  /** The store bans synthetic narration, and the producer hasn't confirmed that it has authorised it for this book. */
  z.object({ kind: z.literal('synthetic-banned'), result: verdictResultSchema }),
  /** The opening credits should disclose synthetic voices, but they don't. */
  z.object({ kind: z.literal('spoken-disclosure'), result: verdictResultSchema }),
  /** Files that couldn't be signed. */
  z.object({ kind: z.literal('unsigned'), result: verdictResultSchema, files: z.int() }),
  /** The producer's own certificate couldn't be used, so another one was. */
  z.object({ kind: z.literal('own-certificate'), result: verdictResultSchema }),
  /** Signed files without a time stamp, although an authority is configured. */
  z.object({ kind: z.literal('time-stamps'), result: verdictResultSchema, files: z.int() }),
  z.object({ kind: z.literal('cover'), result: verdictResultSchema, fault: z.enum(COVER_FAULTS) }),
  z.object({ kind: z.literal('suspicious'), result: verdictResultSchema, takes: z.int() }),
  /** Voices that sound different from their earlier takes. */
  z.object({ kind: z.literal('drift'), result: verdictResultSchema, voices: z.int() }),
  z.object({ kind: z.literal('names'), result: verdictResultSchema, names: z.int() }),
  /** `unattached`: cues without a sound. `lost`: cues whose sound file is missing. `unlicensed`: files without a licence. */
  z.object({
    kind: z.literal('cues'),
    result: verdictResultSchema,
    mixed: z.int(),
    unattached: z.int(),
    lost: z.int(),
    unlicensed: z.int(),
  }),
]);
export type VerdictRow = z.infer<typeof verdictRowSchema>;

/** `incomplete`: lines are missing or outdated. `failed`: a check failed. */
export const exportVerdictSchema = z.object({
  kind: z.enum(['complete', 'incomplete', 'failed']),
  missing: z.array(failedExportSchema).max(MAX_NAMED_FAILURES).readonly(),
  missingLines: z.int(),
  outdated: z.array(failedExportSchema).max(MAX_NAMED_FAILURES).readonly(),
  outdatedLines: z.int(),
  rows: z.array(verdictRowSchema).readonly(),
});
export type ExportVerdict = z.infer<typeof exportVerdictSchema>;

export const outcomeSchema = z.object({
  outcome: z.enum(['done', 'cancelled', 'closed', 'stopped']),
  problem: exportStopSchema.nullable(),
  /** In milliseconds since the epoch. */
  startedAt: z.number(),
  finishedAt: z.number(),
  outDir: z.string(),
  files: z.int(),
  written: z.int(),
  moved: z.int(),
  unchanged: z.int(),
  binned: z.int(),
  binFolder: z.string().nullable(),
  sizeBytes: z.number(),
  durationSeconds: z.number(),
  failed: z.array(failedExportSchema).max(MAX_NAMED_FAILURES),
  failedLines: z.int(),
  leftOut: z.array(failedExportSchema).max(MAX_NAMED_FAILURES).default([]),
  leftOutLines: z.int().default(0),
  /** Null if the export didn't finish or was made by an earlier version. */
  verdict: exportVerdictSchema.nullable().default(null),
});
export type ReportedExport = z.infer<typeof outcomeSchema>;

export const exportReportSchema = outcomeSchema.extend({
  format: exportFormatSchema,
  notices: z.array(exportNoticeSchema),
});
export type ExportReport = z.infer<typeof exportReportSchema>;

/** Earlier versions stored reasons, notices and problems as sentences. */
export const storedSentenceSchema = z.string().transform((sentence) => ({ kind: 'said' as const, sentence }));
const storedLineSchema = failedExportSchema.extend({ reason: z.union([lineReasonSchema, storedSentenceSchema]) });

export const storedReportSchema = exportReportSchema.extend({
  problem: z.union([exportStopSchema, storedSentenceSchema]).nullable(),
  failed: z.array(storedLineSchema).max(MAX_NAMED_FAILURES),
  leftOut: z.array(storedLineSchema).max(MAX_NAMED_FAILURES).default([]),
  notices: z.array(z.union([exportNoticeSchema, storedSentenceSchema])),
});
