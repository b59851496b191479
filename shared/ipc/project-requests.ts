// The library and the open project.
import { z } from 'zod';
import { connectionIdentitySchema } from '../model/connection.ts';
import { lineStatusSchema } from '../model/line-status.ts';
import { projectSettingsSchema } from '../model/settings.ts';
import { outputFormatSchema } from '../service/vocabulary.ts';
import { request } from './request.ts';

/** How many lines are in which state; a state that no line is in may be absent. */
export const statusCountsSchema = z.partialRecord(lineStatusSchema, z.int());
export type StatusCounts = z.infer<typeof statusCountsSchema>;

export const recentProjectSchema = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  /** Milliseconds since the epoch. */
  openedAt: z.number(),
  /** As they were when it was last open. */
  lines: z.int(),
  fresh: z.int(),
  /** Its folder is not there any more. */
  missing: z.boolean(),
});
export type RecentProject = z.infer<typeof recentProjectSchema>;

export const projectSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  connection: connectionIdentitySchema,
  /** It lies elsewhere than when its place was last confirmed: its runs wait for a confirmation. */
  moved: z.boolean(),
  readOnly: z.boolean(),
  lines: z.int(),
  counts: statusCountsSchema,
  /** Lines that a run would send, the project's cap aside. */
  toRender: z.int(),
  settings: projectSettingsSchema,
  /** What someone should be told of a project that opened all the same, in sentences. */
  notices: z.array(z.string()),
});
export type ProjectSummary = z.infer<typeof projectSummarySchema>;

export const chapterSchema = z.object({
  /** The heading's paragraph; null for what stands before the first heading. */
  id: z.int().nullable(),
  /** 1-based; 0 before the first heading. */
  number: z.int(),
  title: z.string(),
  level: z.int().nullable(),
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

/** What an import found, before anything is made. */
export const importPreviewSchema = z.object({
  /** Names the read file for `project.createFromImport`. */
  importId: z.string(),
  file: z.string(),
  name: z.string(),
  kind: z.enum(['script', 'prose']),
  chapters: z.array(z.object({ title: z.string(), lines: z.int() })),
  roles: z.array(z.object({ name: z.string(), lines: z.int() })),
  lines: z.int(),
  characters: z.int(),
  /** Sentences for the producer. */
  warnings: z.array(z.string()),
});
export type ImportPreview = z.infer<typeof importPreviewSchema>;

const summaryOrNull = projectSummarySchema.nullable();

export const projectRequests = {
  'library.recent': request(z.object({}), z.array(recentProjectSchema)),
  'library.forget': request(z.object({ id: z.string() }), z.null()),
  /** The open project, or null. */
  'project.current': request(z.object({}), summaryOrNull),
  'project.openRecent': request(z.object({ id: z.string() }), projectSummarySchema),
  /** Puts the latest backup in the place of the project that was last found damaged, and opens it. */
  'project.restoreBackup': request(z.object({}), projectSummarySchema),
  /** An empty project, in the folder for projects. */
  'project.create': request(z.object({ name: z.string().trim().min(1).max(120) }), projectSummarySchema),
  /** The sample that Lectern brings, cast and ready to render. */
  'project.createSample': request(z.object({}), projectSummarySchema),
  /** Reads a script that was dropped on the window. */
  'project.previewImport': request(
    z.object({ name: z.string().min(1), bytes: z.instanceof(Uint8Array) }),
    importPreviewSchema,
  ),
  /** The preview of a script that was read before: after `dialog.importScript` and the event `import-ready`. */
  'project.importPreview': request(z.object({ importId: z.string() }), importPreviewSchema),
  'project.createFromImport': request(
    z.object({ importId: z.string(), name: z.string().trim().min(1).max(120) }),
    projectSummarySchema,
  ),
  'project.close': request(z.object({}), z.null()),
  /** The project belongs where it lies now: its runs may go on. */
  'project.confirmPlace': request(z.object({}), projectSummarySchema),
  /** From now on its lines go to the service that is connected. */
  'project.adoptConnection': request(z.object({}), projectSummarySchema),
  'project.updateSettings': request(projectSettingsSchema.omit({ version: true }).partial(), projectSummarySchema),
  'project.chapters': request(z.object({}), z.array(chapterSchema)),
  'project.roles': request(z.object({}), z.array(roleSummarySchema)),
  /** Exports the lines into a folder that the producer chose just before; answers when it is done. */
  'export.lines': request(
    z.object({
      folderId: z.string(),
      format: outputFormatSchema,
      template: z.string().min(1),
      allowStale: z.boolean(),
    }),
    z.object({
      files: z.int(),
      folder: z.string(),
      failed: z.array(z.object({ line: z.int(), reason: z.string() })),
      notices: z.array(z.string()),
    }),
  ),
  'export.cancel': request(z.object({}), z.null()),
  /** What the files would be called, for the first lines; a wrong template says why. */
  'export.previewNames': request(
    z.object({ template: z.string(), format: outputFormatSchema }),
    z.object({ names: z.array(z.string()), problem: z.string().nullable() }),
  ),
};
