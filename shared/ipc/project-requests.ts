import { z } from 'zod';
import { blockEvidenceSchema } from '../model/block-evidence.ts';
import { castChangeSchema } from '../model/cast.ts';
import { connectionIdentitySchema } from '../model/connection.ts';
import { countedWordsSchema } from '../model/counted-words.ts';
import { importChoicesSchema } from '../model/import-choices.ts';
import { importNoticeSchema, importWarningSchema } from '../model/import-notes.ts';
import { lineStatusSchema } from '../model/line-status.ts';
import { ASIDES, COLUMN_USES, manuscriptNoticeSchema, SECTION_KINDS } from '../model/manuscript.ts';
import { nameSchema } from '../model/names.ts';
import { projectNoticeSchema } from '../model/problems/project-problem.ts';
import { productionKindSchema, productionNoteSchema, proposedKindSchema } from '../model/production-kind.ts';
import { projectSettingsChangeSchema, projectSettingsSchema } from '../model/settings.ts';
import { NAME_EVIDENCE } from '../model/speaker-choices.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const statusCountsSchema = z.partialRecord(lineStatusSchema, z.int());
export type StatusCounts = z.infer<typeof statusCountsSchema>;

export const readOnlyReasonSchema = z.enum(['in-use', 'read-only', 'no-permission', 'log-missing', 'log-damaged']);
export type ReadOnlyReason = z.infer<typeof readOnlyReasonSchema>;

const projectFiguresSchema = z.object({
  lines: z.int(),
  counts: statusCountsSchema,
  toRender: z.int(),
});
export type ProjectFigures = z.infer<typeof projectFiguresSchema>;

export const projectSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  connection: connectionIdentitySchema,
  moved: z.boolean(),
  /**
   * The folder was moved, deleted or replaced, so nothing more can be saved. `foundAt` is the folder's new path, if
   * known.
   */
  away: z.object({ foundAt: z.string().nullable() }).nullable(),
  readOnly: z.boolean(),
  readOnlyBecause: readOnlyReasonSchema.nullable(),
  /** The script's first chapter; null if the script starts with text before the first heading. */
  firstChapterId: z.int().nullable(),
  /** Null while the lines are being counted after the project was opened. Another summary follows. */
  figures: projectFiguresSchema.nullable(),
  settings: projectSettingsSchema,
  notices: z.array(projectNoticeSchema),
});
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

export const chapterSchema = z.object({
  /** Null for text before the first heading. */
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
  seconds: z.number(),
});
export type Chapter = z.infer<typeof chapterSchema>;

export const roleSummarySchema = z.object({
  name: z.string(),
  voice: z.string().nullable(),
  voiceName: z.string().nullable(),
  turnPrefix: z.string().nullable(),
  lines: z.int(),
  characters: z.int(),
});
export type RoleSummary = z.infer<typeof roleSummarySchema>;

const importRoleSchema = z.object({
  name: z.string(),
  lines: z.int(),
  characters: z.int(),
  isRole: z.boolean(),
  /** True for the narrator, who can't be deselected. */
  isFixed: z.boolean(),
  voice: z.string().nullable(),
  voiceId: z.string().nullable(),
  like: z.string().nullable(),
  /** Why the name may be the same person as `like`. */
  likeEvidence: z.enum(NAME_EVIDENCE).nullable(),
  sample: z.string(),
  /**
   * Why the name is a role, or may be one. Null for the narrator, and for a role that occurs only in the import
   * choices.
   */
  evidence: blockEvidenceSchema.nullable(),
});
export type ImportRole = z.infer<typeof importRoleSchema>;

const importSectionSchema = z.object({
  title: z.string().nullable(),
  kind: z.enum(SECTION_KINDS),
  characters: z.int(),
  ...countedWordsSchema.shape,
  isRead: z.boolean(),
  /** Why the section starts at this point; null if the document marks the heading, or if there is no heading. */
  evidence: blockEvidenceSchema.optional(),
});

const importSheetSchema = z.object({
  name: z.string(),
  isRead: z.boolean(),
  hasTitles: z.boolean(),
  /** `title` is empty if the column has no title. */
  columns: z.array(z.object({ title: z.string(), use: z.enum(COLUMN_USES), ...countedWordsSchema.shape })),
  rows: z.array(z.array(z.string())),
});
export type ImportSheet = z.infer<typeof importSheetSchema>;

export const importPreviewSchema = z.object({
  importId: z.string(),
  file: z.string(),
  name: z.string(),
  kind: z.enum(['script', 'prose']),
  choices: importChoicesSchema,
  productionKind: productionKindSchema,
  proposedKind: proposedKindSchema,
  productionNotes: z.array(productionNoteSchema),
  chapters: z.array(z.object({ title: z.string(), lines: z.int(), opening: z.string() })),
  roles: z.array(importRoleSchema),
  lines: z.int(),
  /** Characters as sent. */
  characters: z.int(),
  seconds: z.number(),
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  /** Time needed to send everything within the connection's limits, in milliseconds; null without a connection. */
  sendingMs: z.number().nullable(),
  warnings: z.array(importWarningSchema),
  notices: z.array(importNoticeSchema),
  sections: z.array(importSectionSchema),
  sheets: z.array(importSheetSchema),
  leftOut: z.array(manuscriptNoticeSchema),
  asides: z.object({ notes: z.int(), captions: z.int(), tables: z.int() }),
  asideWords: z.partialRecord(z.enum(ASIDES), countedWordsSchema),
  /**
   * The number of quotations, of doubtful or undecided ones, and of decisions whose quotation no longer exists. Null
   * if attribution is off.
   */
  speech: z.object({ quotations: z.int(), doubtful: z.int(), lost: z.int() }).nullable(),
  /** Roles that are newly cast, or cast differently, since the previous preview. */
  castChanges: z.array(castChangeSchema),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

/** A section, or a chapter of everything that is read, by its index in the preview. */
const importPartSchema = z.object({ of: z.enum(['section', 'chapter']), index: z.int().min(0) });
export type ImportPart = z.infer<typeof importPartSchema>;

/** The beginning of a part as it will be read. */
const importTextSchema = z.object({
  paragraphs: z.array(
    z.object({
      kind: z.enum(['heading', 'speech', 'direction']),
      turns: z.array(z.object({ role: z.string(), text: z.string() })),
      isSpoken: z.boolean(),
    }),
  ),
  /** Whether the part is longer. */
  isCut: z.boolean(),
});
export type ImportText = z.infer<typeof importTextSchema>;

const summaryOrNull = projectSummarySchema.nullable();
const changedSchema = projectSummarySchema.extend(stepShape);

export const projectRequests = {
  'project.current': request(z.object({}), summaryOrNull),
  'project.openRecent': request(z.object({ id: z.string() }), projectSummarySchema),
  'project.restoreBackup': request(z.object({}), projectSummarySchema),
  'project.resetSettings': request(z.object({}), projectSummarySchema),
  /** Opens, read-only, the project that was last found in use by another process. */
  'project.openToRead': request(z.object({}), projectSummarySchema),
  /**
   * Reopens the project at its present location, to show other processes' changes and to make the project writable if
   * possible.
   */
  'project.reopen': request(z.object({}), projectSummarySchema),
  /** Makes the open project writable although its write-ahead log is missing. */
  'project.acceptMissingLog': request(z.object({}), projectSummarySchema),
  'project.create': request(z.object({ name: nameSchema }), projectSummarySchema),
  'project.createSample': request(z.object({}), projectSummarySchema),
  'project.previewImport': request(
    z.object({
      name: z.string().min(1),
      bytes: z.instanceof(Uint8Array),
      together: z.boolean().optional(),
    }),
    importPreviewSchema,
  ),
  'project.joinImports': request(z.object({ importIds: z.array(z.string()).min(1).max(100) }), importPreviewSchema),
  /** Cancels the reading of files. The pending requests fail with `cancelled`. */
  'project.cancelImport': request(z.object({}), z.null()),
  'project.importPreview': request(
    z.object({ importId: z.string(), choices: importChoicesSchema.optional() }),
    importPreviewSchema,
  ),
  'project.importText': request(
    z.object({ importId: z.string(), choices: importChoicesSchema, part: importPartSchema }),
    importTextSchema,
  ),
  'project.auditionImport': request(
    z.object({ role: z.string(), text: z.string().trim().min(1).max(300), voice: z.string() }),
    z.object({ auditionId: z.string() }),
  ),
  'project.createFromImport': request(
    z.object({
      importId: z.string(),
      name: nameSchema,
      choices: importChoicesSchema.optional(),
    }),
    projectSummarySchema,
  ),
  'project.close': request(z.object({}), z.null()),
  /** Confirms the project's current location, so that its runs can continue. */
  'project.confirmPlace': request(z.object({}), changedSchema),
  'project.adoptConnection': request(z.object({}), changedSchema),
  'project.updateSettings': request(projectSettingsChangeSchema, changedSchema),
  'project.chapters': request(z.object({}), z.array(chapterSchema)),
  'project.roles': request(z.object({}), z.array(roleSummarySchema)),
};
