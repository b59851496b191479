import { z } from 'zod';
import { projectProblemSchema } from '../problems/project-problem.ts';

/** `field` is the name between the brackets; `most` is a maximum number of folders. */
export const templateProblemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['empty', 'lone-bracket', 'backslash', 'nameless-part', 'leaves-folder']) }),
  z.object({ kind: z.literal('unknown-field'), field: z.string() }),
  z.object({ kind: z.literal('too-deep'), most: z.int() }),
]);
export type TemplateProblem = z.infer<typeof templateProblemSchema>;

const at = { path: z.string() };

/** `path` is the export folder or the affected file. */
export const exportProblemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('template'), ...at, template: z.string(), problem: templateProblemSchema }),
  /**
   * `busy`: another export is using the folder. `folder-replaced`: the folder was replaced by another one during the
   * export.
   */
  z.object({
    kind: z.enum(['not-a-folder', 'busy', 'newer-manifest', 'folder-gone', 'folder-replaced', 'file-in-use']),
    ...at,
  }),
  z.object({ kind: z.literal('read-only'), ...at, because: z.enum(['permissions', 'drive']) }),
  /** `file-too-large`: the file is too large for the file system. */
  z.object({ kind: z.literal('disk-full'), ...at, because: z.enum(['full', 'quota', 'file-too-large']) }),
  z.object({ kind: z.literal('other-project'), ...at, project: z.string() }),
  z.object({ kind: z.literal('foreign-manifest'), ...at, list: z.string(), appeared: z.boolean() }),
  /** `keptAs` is the file's new name if it was set aside. */
  z.object({ kind: z.literal('damaged-manifest'), ...at, list: z.string(), keptAs: z.string().nullable() }),
  /** The folder is inside `project`. If `project` is null, file names lead into a project. */
  z.object({ kind: z.literal('inside-project'), ...at, project: z.string().nullable() }),
  /**
   * `no-storage`: a virtual file system. `bin`: a file is where the bin folder should be. In all other cases, `code`
   * is an error code or the code of an `UnsafeEntryError`.
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

/** `internal`: a bug, logged under `id`. */
export const exportStopSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('export'), problem: exportProblemSchema }),
  z.object({ kind: z.literal('project'), problem: projectProblemSchema }),
  z.object({ kind: z.literal('internal'), id: z.string() }),
  z.object({ kind: z.literal('said'), sentence: z.string() }),
]);
export type ExportStop = z.infer<typeof exportStopSchema>;
