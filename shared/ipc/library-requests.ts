import { z } from 'zod';
import { nameSchema } from '../model/names.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const recentProjectSchema = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  /** In milliseconds since the epoch. */
  openedAt: z.number(),
  lines: z.int(),
  fresh: z.int(),
  archived: z.boolean(),
  missing: z.boolean(),
});
export type RecentProject = z.infer<typeof recentProjectSchema>;

/** `moved`: copied or moved, so runs wait until the new location is confirmed. `open`: open in this window. */
export const projectStateSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['sound', 'open', 'missing', 'not-a-project', 'damaged', 'in-use', 'moved', 'unreadable']),
  }),
  /** `supported` is the latest format version that this version of Lectern can read. */
  z.object({ kind: z.literal('newer'), version: z.int(), supported: z.int() }),
]);
export type ProjectState = z.infer<typeof projectStateSchema>;

const projectLookSchema = z.object({
  id: z.string(),
  state: projectStateSchema,
  chapters: z.int().nullable(),
  /** Identifies the cover image for `coverUrl`. The value changes with the image. */
  cover: z.string().nullable(),
});
export type ProjectOverview = z.infer<typeof projectLookSchema>;

const holdingsSchema = z.object({
  lines: z.int(),
  fresh: z.int(),
  takes: z.int(),
});
export type ProjectContents = z.infer<typeof holdingsSchema>;

const backupSchema = z.object({
  name: z.string(),
  /** In milliseconds since the epoch; null if the file name doesn't contain the time. */
  madeAt: z.number().nullable(),
  sizeBytes: z.int(),
  state: z.enum(['sound', 'newer', 'damaged']),
  holds: holdingsSchema.nullable(),
});
export type BackupEntry = z.infer<typeof backupSchema>;

const binEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  from: z.string(),
  binnedAt: z.number(),
  sizeBytes: z.number(),
  lines: z.int(),
  fresh: z.int(),
});
export type BinnedProject = z.infer<typeof binEntrySchema>;

const projectIdSchema = z.object({ id: z.string() });
const stepSchema = z.object(stepShape);

export const libraryRequests = {
  'library.recent': request(z.object({}), z.array(recentProjectSchema)),
  'library.looks': request(z.object({}), z.array(projectLookSchema)),
  'library.size': request(projectIdSchema, z.object({ sizeBytes: z.number() })),
  'library.forget': request(projectIdSchema, stepSchema),
  'library.archive': request(projectIdSchema.extend({ archived: z.boolean() }), stepSchema),
  'library.rename': request(projectIdSchema.extend({ name: nameSchema }), stepSchema),
  'library.confirmPlace': request(projectIdSchema, z.null()),
  /**
   * Copies a project to its parent folder or, if that isn't writable, to the projects folder. Only one copy runs at a
   * time.
   */
  'library.duplicate': request(
    projectIdSchema.extend({ name: nameSchema }),
    z.object({ id: z.string(), missing: z.int(), inFlight: z.int() }),
  ),
  'library.cancelDuplicate': request(z.object({}), z.null()),
  'library.setCover': request(projectIdSchema.extend({ bytes: z.instanceof(Uint8Array) }), stepSchema),
  'library.removeCover': request(projectIdSchema, stepSchema),
  'library.toBin': request(projectIdSchema, stepSchema),
  'library.bin': request(z.object({}), z.array(binEntrySchema)),
  /**
   * Restores a project to its original path. If that path is taken, restores it to the same folder under another name.
   */
  'library.takeFromBin': request(projectIdSchema, z.object({ path: z.string(), moved: z.boolean() })),
  'library.deleteForGood': request(z.object({ ids: z.array(z.string()).min(1) }), z.null()),
  /** `now` is null if the project is unreadable. Backups are sorted newest first. */
  'library.backups': request(
    projectIdSchema,
    z.object({ now: holdingsSchema.nullable(), backups: z.array(backupSchema) }),
  ),
  /** `made` is false if the drive is full. */
  'library.backUpNow': request(projectIdSchema, z.object({ made: z.boolean() })),
  /** Backs up the current state, restores the named backup, and reopens the project if it was open. */
  'library.restoreBackup': request(
    projectIdSchema.extend({ name: z.string() }),
    /** `step` is null if the replaced project was damaged and has been set aside. */
    stepSchema,
  ),
};

export const libraryShellRequests = {
  /** Null if cancelled. `other` is the name of a different project found in the chosen folder. */
  'dialog.locateProject': request(projectIdSchema, z.object({ other: z.string().nullable() }).nullable()),
  'dialog.chooseCover': request(projectIdSchema, stepSchema.nullable()),
  'shell.revealProject': request(projectIdSchema, z.null()),
};
