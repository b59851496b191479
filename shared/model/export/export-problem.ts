// Why an export fails or stopped, as data. The messages are in `shared/words/en/reasons.ts`.
import { z } from 'zod';
import { projectProblemSchema } from '../problems/project-problem.ts';

/** What is wrong with a template for file names. `field` is the name between the brackets; `most` is a number of folders. */
export const templateProblemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['empty', 'lone-bracket', 'backslash', 'nameless-part', 'leaves-folder']) }),
  z.object({ kind: z.literal('unknown-field'), field: z.string() }),
  z.object({ kind: z.literal('too-deep'), most: z.int() }),
]);
export type TemplateProblem = z.infer<typeof templateProblemSchema>;

const at = { path: z.string() };

/** `path` is the export folder or the affected file. */
export const exportProblemSchema = z.discriminatedUnion('kind', [
  /** The template for file names is invalid. */
  z.object({ kind: z.literal('template'), ...at, template: z.string(), problem: templateProblemSchema }),
  /**
   * `not-a-folder`: a file has the name of the folder or of one above it. `busy`: another export is using the folder.
   * `newer-manifest`: a newer Lectern exported there. `folder-gone`: the folder no longer exists, for instance because
   * a drive was removed. `folder-replaced`: another folder or a link took its name during the export. `file-in-use`:
   * another program has the file open.
   */
  z.object({
    kind: z.enum(['not-a-folder', 'busy', 'newer-manifest', 'folder-gone', 'folder-replaced', 'file-in-use']),
    ...at,
  }),
  /** `because`: missing permissions, or a drive that is read-only. */
  z.object({ kind: z.literal('read-only'), ...at, because: z.enum(['permissions', 'drive']) }),
  /** `because`: no space, no quota left, or a file system that doesn't support files of this size. */
  z.object({ kind: z.literal('disk-full'), ...at, because: z.enum(['full', 'quota', 'file-too-large']) }),
  /** The folder contains the export of another project with the name `project`. */
  z.object({ kind: z.literal('other-project'), ...at, project: z.string() }),
  /** Another program's file has the name `list`. `appeared`: it was created during the export. */
  z.object({ kind: z.literal('foreign-manifest'), ...at, list: z.string(), appeared: z.boolean() }),
  /** The list of files can't be read. `keptAs`: its new name if it was set aside. */
  z.object({ kind: z.literal('damaged-manifest'), ...at, list: z.string(), keptAs: z.string().nullable() }),
  /** The folder is inside the project `project`; null if file names lead into a project. */
  z.object({ kind: z.literal('inside-project'), ...at, project: z.string().nullable() }),
  /**
   * Other reasons why `path` can't be written. `no-storage`: a virtual file system. `bin`: a file is in place of the
   * folder for replaced files. `vanished`: the file disappeared while it was written. `lock`, `system`: the system
   * refused to lock or to write it; `code` is its error code. The others are reasons of `UnsafeEntryError`.
   */
  z.object({
    kind: z.literal('unwritable'),
    ...at,
    because: z.enum([
      ...['no-storage', 'bin', 'vanished', 'lock', 'system'],
      ...['link', 'not-a-file', 'not-a-folder', 'hard-link', 'too-large', 'unexpected', 'outside'],
    ] as const),
    code: z.string().optional(),
  }),
]);
export type ExportProblem = z.infer<typeof exportProblemSchema>;

/** Why an export stopped before its end. `internal`: a defect, logged under the id. */
export const exportStopSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('export'), problem: exportProblemSchema }),
  z.object({ kind: z.literal('project'), problem: projectProblemSchema }),
  z.object({ kind: z.literal('internal'), id: z.string() }),
  /** A sentence stored by an earlier version. */
  z.object({ kind: z.literal('said'), sentence: z.string() }),
]);
export type ExportStop = z.infer<typeof exportStopSchema>;
