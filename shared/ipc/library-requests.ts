// The library: the projects that are known, what is wrong with them, their covers, copies, backups, and the bin.
import { z } from 'zod';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const recentProjectSchema = z.object({
  id: z.string(),
  name: z.string(),
  path: z.string(),
  /** Milliseconds since the epoch. */
  openedAt: z.number(),
  /** As they were when it was last open. */
  lines: z.int(),
  fresh: z.int(),
  /** Out of sight, where it lies. */
  archived: z.boolean(),
  /** Its folder is not there any more. */
  missing: z.boolean(),
});
export type RecentProject = z.infer<typeof recentProjectSchema>;

/** `moved`: it was copied or moved, and its runs are held until someone confirms its place. `open`: in this window. */
export const projectStateSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum(['sound', 'open', 'missing', 'not-a-project', 'damaged', 'in-use', 'moved', 'unreadable']),
  }),
  /** A newer Lectern made it; `supported` is the newest format that this one reads. */
  z.object({ kind: z.literal('newer'), version: z.int(), supported: z.int() }),
]);
export type ProjectState = z.infer<typeof projectStateSchema>;

/** What a look at a project's folder shows. */
const projectLookSchema = z.object({
  id: z.string(),
  state: projectStateSchema,
  chapters: z.int().nullable(),
  /** Names the picture that the producer chose, for its address (`coverUrl`); another picture has another name. */
  cover: z.string().nullable(),
});
export type ProjectLook = z.infer<typeof projectLookSchema>;

const holdingsSchema = z.object({
  lines: z.int(),
  /** Lines that have a take which they export. */
  fresh: z.int(),
  takes: z.int(),
});
export type Holdings = z.infer<typeof holdingsSchema>;

const backupSchema = z.object({
  /** Names it among the backups of its project. */
  name: z.string(),
  /** Milliseconds since the epoch; null where its name does not tell. */
  madeAt: z.number().nullable(),
  sizeBytes: z.int(),
  /** `newer`: made by a newer program; `damaged`: it can't be read. */
  state: z.enum(['sound', 'newer', 'damaged']),
  /** Null where it can't be read. */
  holds: holdingsSchema.nullable(),
});
export type BackupEntry = z.infer<typeof backupSchema>;

const binnedSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The folder that it goes back to. */
  from: z.string(),
  /** Milliseconds since the epoch. */
  binnedAt: z.number(),
  sizeBytes: z.number(),
  lines: z.int(),
  fresh: z.int(),
});
export type BinnedProject = z.infer<typeof binnedSchema>;

const known = z.object({ id: z.string() });
const changedSchema = z.object(stepShape);
const nameSchema = z.string().trim().min(1).max(120);

export const libraryRequests = {
  /** From memory, at once. */
  'library.recent': request(z.object({}), z.array(recentProjectSchema)),
  /** What a look at their folders shows, which takes longer. */
  'library.looks': request(z.object({}), z.array(projectLookSchema)),
  /** Bytes on the disk, audio and backups included. */
  'library.size': request(known, z.object({ sizeBytes: z.number() })),
  /** Takes a project off the list; its folder stays. */
  'library.forget': request(known, changedSchema),
  'library.archive': request(known.extend({ archived: z.boolean() }), changedSchema),
  'library.rename': request(known.extend({ name: nameSchema }), changedSchema),
  /** The project belongs where it lies: its runs may go on. */
  'library.confirmPlace': request(known, z.null()),
  /** Makes a copy beside it, or with the other projects where nothing can be written there, and tells of it by `duplicate-progress`. One at a time. */
  'library.duplicate': request(
    known.extend({ name: nameSchema }),
    z.object({ id: z.string(), missing: z.int(), underWay: z.int() }),
  ),
  'library.cancelDuplicate': request(z.object({}), z.null()),
  /** A picture for the cover, PNG or JPEG. */
  'library.setCover': request(known.extend({ bytes: z.instanceof(Uint8Array) }), changedSchema),
  'library.removeCover': request(known, changedSchema),
  'library.toBin': request(known, changedSchema),
  /** What is in the bin, the latest first. */
  'library.bin': request(z.object({}), z.array(binnedSchema)),
  /** Back to where it was; beside it, under another name, where something else stands there now. */
  'library.takeFromBin': request(known, z.object({ path: z.string(), moved: z.boolean() })),
  'library.deleteForGood': request(z.object({ ids: z.array(z.string()).min(1) }), z.null()),
  /** What the project holds now (null where it can't be read), and its backups, the latest first. */
  'library.backups': request(known, z.object({ now: holdingsSchema.nullable(), backups: z.array(backupSchema) })),
  /** `made` false: the drive has no room for it. */
  'library.backUpNow': request(known, z.object({ made: z.boolean() })),
  /** Backs up what is there, puts a backup in its place, and opens it again where it was open. */
  'library.restoreBackup': request(
    known.extend({ name: z.string() }),
    /** No step: what stood there was damaged, and set aside. */
    changedSchema,
  ),
};

/** Answered by the main process: they ask with the system's own dialogs, or show the file manager. */
export const libraryShellRequests = {
  /** Asks for the folder where a missing project lies now. Null: called off. `other`: the name of what lies there instead. */
  'dialog.locateProject': request(known, z.object({ other: z.string().nullable() }).nullable()),
  /** Asks for a picture for the cover. Null: called off. */
  'dialog.chooseCover': request(known, changedSchema.nullable()),
  /** Shows a project of the list in the file manager. */
  'shell.revealProject': request(known, z.null()),
};
