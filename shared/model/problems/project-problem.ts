// `path` is the project's folder or the affected file.
import { z } from 'zod';

const at = { path: z.string() };

/**
 * What is damaged in a database. `what` is a column such as `jobs.request`.
 *
 * - `unreadable`: a stored JSON document is invalid; `not-json`: it isn't JSON, and the column is unknown.
 * - `odd-value`: a value that Lectern never writes.
 * - `dangling`: rows refer to rows that don't exist.
 * - `missing-entry`: a table, index or trigger is missing; `name` is such as `table takes`.
 * - `no-project-row`: the row that describes the project is missing.
 * - `stuck-lock`: the lock file at `file` can't be used and has to be removed.
 */
export const damageSchema = z.discriminatedUnion('kind', [
  /** `message` is SQLite's. */
  z.object({ kind: z.literal('sqlite'), message: z.string() }),
  z.object({ kind: z.literal('empty') }),
  z.object({ kind: z.literal('not-json') }),
  z.object({ kind: z.literal('unreadable'), what: z.string() }),
  z.object({ kind: z.literal('odd-value'), what: z.string() }),
  z.object({ kind: z.literal('dangling'), rows: z.int() }),
  z.object({ kind: z.literal('missing-entry'), name: z.string() }),
  z.object({ kind: z.literal('no-project-row') }),
  z.object({ kind: z.literal('stuck-lock'), file: z.string() }),
  /** None of the project's backups can be read, or not the chosen one. */
  z.object({ kind: z.literal('no-backup') }),
  z.object({ kind: z.literal('unreadable-backup') }),
]);
export type Damage = z.infer<typeof damageSchema>;

export const projectProblemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-found'), ...at }),
  z.object({ kind: z.literal('not-a-project'), ...at }),
  z.object({ kind: z.literal('exists'), ...at }),
  z.object({ kind: z.literal('newer'), ...at, version: z.int(), supported: z.int() }),
  z.object({ kind: z.literal('in-use'), ...at }),
  /** `backup` is the path of the latest backup, or null if there is none. */
  z.object({ kind: z.literal('damaged'), ...at, damage: damageSchema, backup: z.string().nullable() }),
  z.object({ kind: z.literal('read-only'), ...at }),
  z.object({ kind: z.literal('no-permission'), ...at }),
  z.object({ kind: z.literal('disk-full'), ...at }),
  /** `code` is the error code of the system or of SQLite, such as `EIO`. */
  z.object({ kind: z.literal('drive-failed'), ...at, code: z.string() }),
  /** Another program moved, deleted or replaced the folder while it was open. `foundAt` is its new path, if known. */
  z.object({ kind: z.literal('moved-while-open'), ...at, foundAt: z.string().nullable() }),
  /** The project was not closed properly and its write-ahead log is missing, so the latest changes may be lost. */
  z.object({ kind: z.literal('log-missing'), ...at }),
  /** Like `log-missing`, but the log exists and it or the database is outdated, truncated or damaged. */
  z.object({ kind: z.literal('log-damaged'), ...at }),
  /** Invalid settings stay unchanged until they are reset. */
  z.object({ kind: z.literal('settings-unreadable'), ...at }),
  /** `entry` is a path relative to the folder or, for `foreign-schema`, a foreign database object (`trigger spy`). */
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

export type ProjectProblem = z.infer<typeof projectProblemSchema>;

export const projectNoticeSchema = z.discriminatedUnion('kind', [
  /** The drive doesn't support a write-ahead log, so saving is slower. */
  z.object({ kind: z.literal('no-log'), ...at }),
  z.object({ kind: z.literal('doubtful'), lines: z.int() }),
  z.object({ kind: z.literal('repaired'), lines: z.int() }),
  z.object({ kind: z.literal('recovered'), files: z.int() }),
]);

export type ProjectNotice = z.infer<typeof projectNoticeSchema>;
