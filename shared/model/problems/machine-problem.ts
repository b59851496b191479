// Problems on this machine outside of projects: folders, the application's own files, and the local service. The
// messages are in `shared/words/en/problems.ts`.
import { z } from 'zod';

/**
 * The problem with `path`, which is the folder itself or one of its ancestors. `no-storage`: a virtual file system such
 * as `/proc` that stores no files.
 */
export const folderProblemSchema = z
  .object({
    kind: z.enum(['no-folder', 'read-only', 'no-permission', 'no-storage', 'unusable']),
    path: z.string(),
    /** The system's error code, such as `ENAMETOOLONG`. */
    code: z.string(),
  })
  .readonly();
export type FolderProblem = z.infer<typeof folderProblemSchema>;

/** Why a stored document can't be read: not JSON, an invalid field, or an error of the system. */
const unreadableDocumentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-json') }).readonly(),
  /** `field` is the path of the invalid field, such as `projects.3.path`, or empty for the whole document. */
  z.object({ kind: z.literal('invalid'), field: z.string() }).readonly(),
  z.object({ kind: z.literal('system'), code: z.string() }).readonly(),
]);

/** A problem with a JSON file of the application. Work continues with the value in memory. */
export const documentProblemSchema = z.discriminatedUnion('kind', [
  /** The content is invalid. `keptAs` is its new path, or null if it couldn't be moved and stays in place. */
  z
    .object({
      kind: z.literal('unreadable'),
      path: z.string(),
      keptAs: z.string().nullable(),
      why: unreadableDocumentSchema,
    })
    .readonly(),
  /** Written by a newer Lectern. The file stays unchanged. */
  z.object({ kind: z.literal('newer'), path: z.string(), version: z.number() }).readonly(),
  /** Changes exist only in memory. `code` is the system's error code, such as `ENOSPC`. */
  z.object({ kind: z.literal('unwritable'), path: z.string(), code: z.string() }).readonly(),
]);
export type DocumentProblem = z.infer<typeof documentProblemSchema>;

/** Why something in the data folder can't be used. */
export const dataProblemSchema = z.discriminatedUnion('kind', [
  /** The folder itself. `setting` selects another one: a variable or an option. */
  z
    .object({ kind: z.literal('folder'), folder: z.string(), setting: z.string(), problem: folderProblemSchema })
    .readonly(),
  z.object({ kind: z.literal('document'), problem: documentProblemSchema }).readonly(),
  /** A key can't be saved or removed. `code` is the system's error code. */
  z.object({ kind: z.literal('key-file'), path: z.string(), code: z.string() }).readonly(),
]);
export type DataProblem = z.infer<typeof dataProblemSchema>;

/** Why the local service didn't start. */
export const localServiceProblemSchema = z.discriminatedUnion('kind', [
  /** It started, but doesn't answer requests. */
  z.object({ kind: z.literal('no-answer') }).readonly(),
  z.object({ kind: z.literal('disk-full'), folder: z.string() }).readonly(),
  z.object({ kind: z.literal('unwritable'), folder: z.string(), code: z.string() }).readonly(),
  /** `status` is its exit status, or null if it was ended by a signal. */
  z.object({ kind: z.literal('ended'), status: z.int().nullable() }).readonly(),
  /** `message` is the last row of its log. */
  z.object({ kind: z.literal('ended-with-message'), message: z.string() }).readonly(),
  /** Its first message doesn't contain its address. */
  z.object({ kind: z.literal('no-address') }).readonly(),
  z.object({ kind: z.literal('timeout'), seconds: z.number() }).readonly(),
  /** The process couldn't be created. `message` is the system's. */
  z.object({ kind: z.literal('no-process'), message: z.string() }).readonly(),
]);
export type LocalServiceProblem = z.infer<typeof localServiceProblemSchema>;
