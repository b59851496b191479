// The open project, and the ways to one.
import { z } from 'zod';
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

/** How many lines are in which state; a state that no line is in may be absent. */
export const statusCountsSchema = z.partialRecord(lineStatusSchema, z.int());
export type StatusCounts = z.infer<typeof statusCountsSchema>;

export const readOnlyReasonSchema = z.enum(['in-use', 'read-only', 'no-permission', 'log-missing', 'log-damaged']);
export type ReadOnlyReason = z.infer<typeof readOnlyReasonSchema>;

/** What is counted of the lines of a whole script. */
const projectFiguresSchema = z.object({
  lines: z.int(),
  counts: statusCountsSchema,
  /** Lines that a run would send, the project's cap aside. */
  toRender: z.int(),
});
export type ProjectFigures = z.infer<typeof projectFiguresSchema>;

export const projectSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  connection: connectionIdentitySchema,
  /** It lies elsewhere than when its place was last confirmed: its runs wait for a confirmation. */
  moved: z.boolean(),
  /**
   * Its folder was moved, deleted or replaced while it was open: nothing more is saved. `foundAt`: where the folder is
   * now, where the system tells; null: it is where it was opened.
   */
  away: z.object({ foundAt: z.string().nullable() }).nullable(),
  readOnly: z.boolean(),
  /**
   * Why it can only be read: another Lectern writes it, its folder can't be written, or its write-ahead log is missing; null
   * where it can be written.
   */
  readOnlyBecause: readOnlyReasonSchema.nullable(),
  /** The chapter that its script begins with; null: text before the first heading. */
  firstChapterId: z.int().nullable(),
  /** Null: it was opened just now, and its lines are being counted. Another summary follows when they are. */
  figures: projectFiguresSchema.nullable(),
  settings: projectSettingsSchema,
  notices: z.array(projectNoticeSchema),
});
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

export const chapterSchema = z.object({
  /** The heading's paragraph; null for what stands before the first heading. */
  id: z.int().nullable(),
  /** 1-based; 0 before the first heading. */
  number: z.int(),
  title: z.string(),
  level: z.int().nullable(),
  /** The heading of the first level that it stands below; null where the script has no parts. */
  part: z.string().nullable(),
  lines: z.int(),
  characters: z.int(),
  counts: statusCountsSchema,
  /** Of the picked takes. */
  seconds: z.number(),
});
export type Chapter = z.infer<typeof chapterSchema>;

export const roleSummarySchema = z.object({
  name: z.string(),
  voice: z.string().nullable(),
  /** As the service lists it; null where the voice is not known. */
  voiceName: z.string().nullable(),
  turnPrefix: z.string().nullable(),
  lines: z.int(),
  characters: z.int(),
});
export type RoleSummary = z.infer<typeof roleSummarySchema>;

/** A name that stands before a colon, and whether it is a role. */
const importRoleSchema = z.object({
  name: z.string(),
  lines: z.int(),
  characters: z.int(),
  isRole: z.boolean(),
  /** The narrator always speaks: it can't be unticked. */
  isFixed: z.boolean(),
  /** The voice that it would have, as the service lists it; null where that is not known, or it is no role. */
  voice: z.string().nullable(),
  /** The voice's own id; null where it is no role, or no voice is known. */
  voiceId: z.string().nullable(),
  /** Another name that it may be a spelling of. */
  like: z.string().nullable(),
  /** How the first words begin that it says, or would say. */
  sample: z.string(),
});
export type ImportRole = z.infer<typeof importRoleSchema>;

/** A section of a document, and whether it is read. */
const importSectionSchema = z.object({
  title: z.string().nullable(),
  kind: z.enum(SECTION_KINDS),
  characters: z.int(),
  ...countedWordsSchema.shape,
  isRead: z.boolean(),
});

/** A table of a spreadsheet, and what its columns are read as. */
const importSheetSchema = z.object({
  name: z.string(),
  isRead: z.boolean(),
  /** Whether its first row says what the columns are. */
  hasTitles: z.boolean(),
  /** `title` is empty where it has none. */
  columns: z.array(z.object({ title: z.string(), use: z.enum(COLUMN_USES), ...countedWordsSchema.shape })),
  /** The cells of its first rows, shortened. */
  rows: z.array(z.array(z.string())),
});
export type ImportSheet = z.infer<typeof importSheetSchema>;

/** What an import found, before anything is made. */
export const importPreviewSchema = z.object({
  /** Names the read file for `project.createFromImport`. */
  importId: z.string(),
  file: z.string(),
  name: z.string(),
  kind: z.enum(['script', 'prose']),
  /** What all of this is reckoned with: creating with the same choices makes exactly this. */
  choices: importChoicesSchema,
  /** `opening`: how its words begin. */
  chapters: z.array(z.object({ title: z.string(), lines: z.int(), opening: z.string() })),
  roles: z.array(importRoleSchema),
  lines: z.int(),
  /** As sent. */
  characters: z.int(),
  /** Seconds that it may speak, at the usual speed. */
  seconds: z.number(),
  /** What rendering all of it costs on the connection in use; null where it has no price. */
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  /** Milliseconds until all of it would be sent, within the limits of the connection in use; null where there is none. */
  sendingMs: z.number().nullable(),
  /** What will not do as it stands. */
  warnings: z.array(importWarningSchema),
  /** What was left out or assumed. */
  notices: z.array(importNoticeSchema),
  /** Of a document, in order of reading; none of plain text. */
  sections: z.array(importSectionSchema),
  /** Of a spreadsheet; none of others. */
  sheets: z.array(importSheetSchema),
  /** What stands in a document and is not taken over. */
  leftOut: z.array(manuscriptNoticeSchema),
  /** How many notes, captions and tables stand beside the text of a document. */
  asides: z.object({ notes: z.int(), captions: z.int(), tables: z.int() }),
  /** Their words. */
  asideWords: z.partialRecord(z.enum(ASIDES), countedWordsSchema),
  /**
   * Of prose whose speakers are found: its quotations, those among them that are doubtful and undecided, and decisions
   * about quotations that it does not have; null where they are not looked for.
   */
  speech: z.object({ quotations: z.int(), doubtful: z.int(), lost: z.int() }).nullable(),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

const summaryOrNull = projectSummarySchema.nullable();
const changedSchema = projectSummarySchema.extend(stepShape);

export const projectRequests = {
  /** The open project, or null. */
  'project.current': request(z.object({}), summaryOrNull),
  'project.openRecent': request(z.object({ id: z.string() }), projectSummarySchema),
  /** Puts the latest backup in the place of the project that was last found damaged, and opens it. */
  'project.restoreBackup': request(z.object({}), projectSummarySchema),
  /** Gives the project whose settings could not be read the usual ones, and opens it; what it had is kept in its database. */
  'project.resetSettings': request(z.object({}), projectSummarySchema),
  /** Opens the project that was last found in use by another Lectern, to be read only. */
  'project.openToRead': request(z.object({}), projectSummarySchema),
  /** Opens the project that is open once more, where its folder is now: what another Lectern has changed is seen, and it is written where it can be. */
  'project.reopen': request(z.object({}), projectSummarySchema),
  /** Opens the project that is open to be written, without the write-ahead log that is missing: its runs may go on. */
  'project.acceptMissingLog': request(z.object({}), projectSummarySchema),
  /** An empty project, in the folder for projects. */
  'project.create': request(z.object({ name: z.string().trim().min(1).max(120) }), projectSummarySchema),
  /** The sample that Lectern brings, cast and ready to render. */
  'project.createSample': request(z.object({}), projectSummarySchema),
  /** Reads a script that was dropped on the window. */
  'project.previewImport': request(
    z.object({
      name: z.string().min(1),
      bytes: z.instanceof(Uint8Array),
      /** With others, which it may be joined with. */
      together: z.boolean().optional(),
    }),
    importPreviewSchema,
  ),
  /** The preview of one book of scripts that were read together, in this order. */
  'project.joinImports': request(z.object({ importIds: z.array(z.string()).min(1).max(100) }), importPreviewSchema),
  /** Calls off the files that are being read, which is told of by `import-progress`: their requests answer `cancelled`. */
  'project.cancelImport': request(z.object({}), z.null()),
  /** The preview of a script that was read before: after `dialog.importScript` and the event `import-ready`. */
  'project.importPreview': request(
    z.object({ importId: z.string(), choices: importChoicesSchema.optional() }),
    importPreviewSchema,
  ),
  /** Has the words of a role spoken at once by a voice, before there is a project: as `audition.start`, it ends the one before. */
  'project.auditionImport': request(
    z.object({ role: z.string(), text: z.string().trim().min(1).max(300), voice: z.string() }),
    z.object({ auditionId: z.string() }),
  ),
  'project.createFromImport': request(
    z.object({
      importId: z.string(),
      name: z.string().trim().min(1).max(120),
      /** As the preview had them; absent: as the script looks. */
      choices: importChoicesSchema.optional(),
    }),
    projectSummarySchema,
  ),
  'project.close': request(z.object({}), z.null()),
  /** The project belongs where it lies now: its runs may go on. */
  'project.confirmPlace': request(z.object({}), changedSchema),
  /** From now on its lines go to the service that is connected. */
  'project.adoptConnection': request(z.object({}), changedSchema),
  'project.updateSettings': request(projectSettingsChangeSchema, changedSchema),
  'project.chapters': request(z.object({}), z.array(chapterSchema)),
  'project.roles': request(z.object({}), z.array(roleSummarySchema)),
};
