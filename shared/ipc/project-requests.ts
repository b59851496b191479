// Requests for the open project and for opening, creating and importing projects.
import { z } from 'zod';
import { blockEvidenceSchema } from '../model/block-evidence.ts';
import { connectionIdentitySchema } from '../model/connection.ts';
import { countedWordsSchema } from '../model/counted-words.ts';
import { importChoicesSchema } from '../model/import-choices.ts';
import { importNoticeSchema, importWarningSchema } from '../model/import-notes.ts';
import { lineStatusSchema } from '../model/line-status.ts';
import { ASIDES, COLUMN_USES, manuscriptNoticeSchema, SECTION_KINDS } from '../model/manuscript.ts';
import { projectNoticeSchema } from '../model/project-problem.ts';
import { projectSettingsChangeSchema, projectSettingsSchema } from '../model/settings.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

/** Number of lines by status. Statuses without lines may be absent. */
export const statusCountsSchema = z.partialRecord(lineStatusSchema, z.int());
export type StatusCounts = z.infer<typeof statusCountsSchema>;

export const readOnlyReasonSchema = z.enum(['in-use', 'read-only', 'no-permission', 'log-missing', 'log-damaged']);
export type ReadOnlyReason = z.infer<typeof readOnlyReasonSchema>;

/** Counts over the whole script. */
const projectFiguresSchema = z.object({
  lines: z.int(),
  counts: statusCountsSchema,
  /** Lines a run would send, ignoring the project's cap. */
  toRender: z.int(),
});
export type ProjectFigures = z.infer<typeof projectFiguresSchema>;

export const projectSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  connection: connectionIdentitySchema,
  /** The project's location changed since it was last confirmed, so its runs wait for confirmation. */
  moved: z.boolean(),
  /**
   * The folder was moved, deleted or replaced while open, so nothing more is saved. `foundAt` is its new path if known;
   * null if the folder is back at its original path.
   */
  away: z.object({ foundAt: z.string().nullable() }).nullable(),
  readOnly: z.boolean(),
  /** Null if the project is writable. */
  readOnlyBecause: readOnlyReasonSchema.nullable(),
  /** The script's first chapter; null if the script starts with text before the first heading. */
  firstChapterId: z.int().nullable(),
  /** Null while the lines are being counted after opening. Another summary follows. */
  figures: projectFiguresSchema.nullable(),
  settings: projectSettingsSchema,
  notices: z.array(projectNoticeSchema),
});
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

export const chapterSchema = z.object({
  /** The heading's paragraph id; null for text before the first heading. */
  id: z.int().nullable(),
  /** 1-based; 0 for text before the first heading. */
  number: z.int(),
  title: z.string(),
  level: z.int().nullable(),
  /** The level 1 heading above this chapter, or null if the script has no parts. */
  part: z.string().nullable(),
  lines: z.int(),
  characters: z.int(),
  counts: statusCountsSchema,
  /** Duration of the picked takes. */
  seconds: z.number(),
});
export type Chapter = z.infer<typeof chapterSchema>;

export const roleSummarySchema = z.object({
  name: z.string(),
  voice: z.string().nullable(),
  /** As listed by the service; null if the voice is unknown. */
  voiceName: z.string().nullable(),
  turnPrefix: z.string().nullable(),
  lines: z.int(),
  characters: z.int(),
});
export type RoleSummary = z.infer<typeof roleSummarySchema>;

/** A name before a colon, and whether it is a role. */
const importRoleSchema = z.object({
  name: z.string(),
  lines: z.int(),
  characters: z.int(),
  isRole: z.boolean(),
  /** True for the narrator, who can't be deselected. */
  isFixed: z.boolean(),
  /** The name of the voice the role would get. Null if it is unknown or the name isn't a role. */
  voice: z.string().nullable(),
  /** The voice's id. Null if none is known or the name isn't a role. */
  voiceId: z.string().nullable(),
  /** A similar name that may be the same role. */
  like: z.string().nullable(),
  /** The beginning of the role's first text. */
  sample: z.string(),
  /** Why it is a role, or may be one. Null for the narrator, and for a role that only the choices name. */
  evidence: blockEvidenceSchema.nullable(),
});
export type ImportRole = z.infer<typeof importRoleSchema>;

const importSectionSchema = z.object({
  title: z.string().nullable(),
  kind: z.enum(SECTION_KINDS),
  characters: z.int(),
  ...countedWordsSchema.shape,
  isRead: z.boolean(),
});

const importSheetSchema = z.object({
  name: z.string(),
  isRead: z.boolean(),
  /** Whether the first row contains column titles. */
  hasTitles: z.boolean(),
  /** `title` is empty if the column has none. */
  columns: z.array(z.object({ title: z.string(), use: z.enum(COLUMN_USES), ...countedWordsSchema.shape })),
  /** The first rows, with long cells truncated. */
  rows: z.array(z.array(z.string())),
});
export type ImportSheet = z.infer<typeof importSheetSchema>;

/** The result of reading a script, before a project is created. */
export const importPreviewSchema = z.object({
  /** Identifies the file for `project.createFromImport`. */
  importId: z.string(),
  file: z.string(),
  name: z.string(),
  kind: z.enum(['script', 'prose']),
  /** The choices behind this preview. Creating the project with the same choices gives the same result. */
  choices: importChoicesSchema,
  /** `opening` is the beginning of the chapter's text. */
  chapters: z.array(z.object({ title: z.string(), lines: z.int(), opening: z.string() })),
  roles: z.array(importRoleSchema),
  lines: z.int(),
  /** Characters as sent. */
  characters: z.int(),
  /** Estimated duration at the default speaking rate. */
  seconds: z.number(),
  /** Price for rendering everything on the current connection, or null without a price. */
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  /** Time to send everything within the connection's limits, in milliseconds, or null without a connection. */
  sendingMs: z.number().nullable(),
  warnings: z.array(importWarningSchema),
  notices: z.array(importNoticeSchema),
  /** Sections of a document in reading order; empty for plain text. */
  sections: z.array(importSectionSchema),
  /** Tables of a spreadsheet; empty for other files. */
  sheets: z.array(importSheetSchema),
  leftOut: z.array(manuscriptNoticeSchema),
  asides: z.object({ notes: z.int(), captions: z.int(), tables: z.int() }),
  asideWords: z.partialRecord(z.enum(ASIDES), countedWordsSchema),
  /**
   * Prose with speaker attribution: all quotations, those doubtful and undecided, and decisions without a matching
   * quotation. Null if attribution is off.
   */
  speech: z.object({ quotations: z.int(), doubtful: z.int(), lost: z.int() }).nullable(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

const summaryOrNull = projectSummarySchema.nullable();
const changedSchema = projectSummarySchema.extend(stepShape);

export const projectRequests = {
  'project.current': request(z.object({}), summaryOrNull),
  'project.openRecent': request(z.object({ id: z.string() }), projectSummarySchema),
  /** Restores the latest backup of the project last found damaged, and opens it. */
  'project.restoreBackup': request(z.object({}), projectSummarySchema),
  /** Resets unreadable settings to the defaults and opens the project. The old settings stay in its database. */
  'project.resetSettings': request(z.object({}), projectSummarySchema),
  /** Opens the project last found in use by another process, read-only. */
  'project.openToRead': request(z.object({}), projectSummarySchema),
  /** Reopens the current project at its present location, to see other processes' changes and to write if possible. */
  'project.reopen': request(z.object({}), projectSummarySchema),
  /** Makes the open project writable despite a missing write-ahead log, so that its runs can continue. */
  'project.acceptMissingLog': request(z.object({}), projectSummarySchema),
  'project.create': request(z.object({ name: z.string().trim().min(1).max(120) }), projectSummarySchema),
  /** Creates the bundled sample project, cast and ready to render. */
  'project.createSample': request(z.object({}), projectSummarySchema),
  /** Reads a script dropped on the window. */
  'project.previewImport': request(
    z.object({
      name: z.string().min(1),
      bytes: z.instanceof(Uint8Array),
      /** Set if the file is one of several that may be joined. */
      together: z.boolean().optional(),
    }),
    importPreviewSchema,
  ),
  /** Previews several scripts, in this order, as one book. */
  'project.joinImports': request(z.object({ importIds: z.array(z.string()).min(1).max(100) }), importPreviewSchema),
  /** Cancels reading files; their requests fail with `cancelled`. */
  'project.cancelImport': request(z.object({}), z.null()),
  /** Previews a script that was read before, after `dialog.importScript` or `import-ready`. */
  'project.importPreview': request(
    z.object({ importId: z.string(), choices: importChoicesSchema.optional() }),
    importPreviewSchema,
  ),
  /** Renders a role's text before a project exists. Like `audition.start`, it stops the previous audition. */
  'project.auditionImport': request(
    z.object({ role: z.string(), text: z.string().trim().min(1).max(300), voice: z.string() }),
    z.object({ auditionId: z.string() }),
  ),
  'project.createFromImport': request(
    z.object({
      importId: z.string(),
      name: z.string().trim().min(1).max(120),
      /** The choices from the preview. If absent, they are derived from the script. */
      choices: importChoicesSchema.optional(),
    }),
    projectSummarySchema,
  ),
  'project.close': request(z.object({}), z.null()),
  /** Confirms the project's current location so that its runs can continue. */
  'project.confirmPlace': request(z.object({}), changedSchema),
  /** Moves the project to the connected service. */
  'project.adoptConnection': request(z.object({}), changedSchema),
  'project.updateSettings': request(projectSettingsChangeSchema, changedSchema),
  'project.chapters': request(z.object({}), z.array(chapterSchema)),
  'project.roles': request(z.object({}), z.array(roleSummarySchema)),
};
