import { z } from 'zod';

/** `path` is the folder or an ancestor. `no-storage`: a virtual file system such as `/proc`. */
export const folderProblemSchema = z
  .object({
    kind: z.enum(['no-folder', 'read-only', 'no-permission', 'no-storage', 'unusable']),
    path: z.string(),
    code: z.string(),
  })
  .readonly();
export type FolderProblem = z.infer<typeof folderProblemSchema>;

const unreadableDocumentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-json') }).readonly(),
  /** A path such as `projects.3.path`, or empty for the whole document. */
  z.object({ kind: z.literal('invalid'), field: z.string() }).readonly(),
  z.object({ kind: z.literal('system'), code: z.string() }).readonly(),
]);

export const documentProblemSchema = z.discriminatedUnion('kind', [
  /** `keptAs` is the file's new path, or null if the file wasn't moved. */
  z
    .object({
      kind: z.literal('unreadable'),
      path: z.string(),
      keptAs: z.string().nullable(),
      why: unreadableDocumentSchema,
    })
    .readonly(),
  z.object({ kind: z.literal('newer'), path: z.string(), version: z.number() }).readonly(),
  /** Changes exist only in memory. `code` is the operating system's error code, such as `ENOSPC`. */
  z.object({ kind: z.literal('unwritable'), path: z.string(), code: z.string() }).readonly(),
]);
export type DocumentProblem = z.infer<typeof documentProblemSchema>;

export const dataProblemSchema = z.discriminatedUnion('kind', [
  /** `setting` is the variable or option that selects another folder. */
  z
    .object({ kind: z.literal('folder'), folder: z.string(), setting: z.string(), problem: folderProblemSchema })
    .readonly(),
  z.object({ kind: z.literal('document'), problem: documentProblemSchema }).readonly(),
  z.object({ kind: z.literal('key-file'), path: z.string(), code: z.string() }).readonly(),
]);
export type DataProblem = z.infer<typeof dataProblemSchema>;

export const localServiceProblemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('no-answer') }).readonly(),
  z.object({ kind: z.literal('disk-full'), folder: z.string() }).readonly(),
  z.object({ kind: z.literal('unwritable'), folder: z.string(), code: z.string() }).readonly(),
  /** The exit status, or null if a signal ended the process. */
  z.object({ kind: z.literal('ended'), status: z.int().nullable() }).readonly(),
  z.object({ kind: z.literal('ended-with-message'), message: z.string() }).readonly(),
  z.object({ kind: z.literal('no-address') }).readonly(),
  z.object({ kind: z.literal('timeout'), seconds: z.number() }).readonly(),
  z.object({ kind: z.literal('no-process'), message: z.string() }).readonly(),
]);
export type LocalServiceProblem = z.infer<typeof localServiceProblemSchema>;
