// What can be wrong with a project's folder, and what is worth telling of one that opened all the same. Paths are
// those of the folder, or of the file named.
import { z } from 'zod';

const at = { path: z.string() };

export const projectProblemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-found'), ...at }),
  z.object({ kind: z.literal('not-a-project'), ...at }),
  z.object({ kind: z.literal('exists'), ...at }),
  /** The file was written by a newer program; `supported` is the newest version that this one reads. */
  z.object({ kind: z.literal('newer'), ...at, version: z.int(), supported: z.int() }),
  /** Another process writes this project. */
  z.object({ kind: z.literal('in-use'), ...at }),
  /** `backup` is the path of the latest backup, or null where there is none. */
  z.object({ kind: z.literal('damaged'), ...at, detail: z.string(), backup: z.string().nullable() }),
  z.object({ kind: z.literal('read-only'), ...at }),
  z.object({ kind: z.literal('no-permission'), ...at }),
  z.object({ kind: z.literal('disk-full'), ...at }),
  z.object({ kind: z.literal('drive-failed'), ...at, detail: z.string() }),
  /**
   * Another program moved, renamed, deleted or replaced the folder while it was open. `foundAt` is where it is now, or
   * null where that is not known.
   */
  z.object({ kind: z.literal('moved-while-open'), ...at, foundAt: z.string().nullable() }),
  /** It was not closed properly, and the write-ahead log beside its database is missing: its latest changes may be lost. */
  z.object({ kind: z.literal('log-missing'), ...at }),
  /** As `log-missing`, but there is a log: it, or the database file, is older, shorter or damaged. */
  z.object({ kind: z.literal('log-damaged'), ...at }),
  /** The settings can't be understood; they stay as they are until someone resets them. */
  z.object({ kind: z.literal('settings-unreadable'), ...at }),
  /**
   * Something in the folder was left alone, and the project with it. `entry`: a file by its way from the folder, or, for
   * `foreign-schema`, a part of the database that Lectern never makes (`trigger spy`).
   */
  z.object({
    kind: z.literal('unsafe'),
    ...at,
    entry: z.string(),
    reason: z.enum([
      'outside',
      'link',
      'not-a-file',
      'not-a-folder',
      'hard-link',
      'too-large',
      'unexpected',
      'replaced',
      'foreign-schema',
    ]),
  }),
]);

/** What is wrong with a project. */
export type ProjectProblem = z.infer<typeof projectProblemSchema>;

export const projectNoticeSchema = z.discriminatedUnion('kind', [
  /** The project's drive can't keep a write-ahead log: saving is slower. */
  z.object({ kind: z.literal('no-log'), ...at }),
  /** Lectern was ended while lines were being sent. */
  z.object({ kind: z.literal('doubtful'), lines: z.int() }),
  /** Rows of the database could not be read: the lines were repaired, or are in doubt. */
  z.object({ kind: z.literal('repaired'), lines: z.int() }),
  /** Missing audio files were put back from an export. */
  z.object({ kind: z.literal('recovered'), files: z.int() }),
]);

/** What a producer should be told of a project that opened all the same. */
export type ProjectNotice = z.infer<typeof projectNoticeSchema>;
