// `path` is the project's folder or the affected file.
import { z } from 'zod';

const at = { path: z.string() };

/**
 * `what` is a column such as `jobs.request`; `name` is an object such as `table takes`. `odd-value`: never written by
 * Lectern.
 */
export const damageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sqlite'), message: z.string() }),
  z.object({ kind: z.literal('empty') }),
  z.object({ kind: z.literal('not-json') }),
  z.object({ kind: z.literal('unreadable'), what: z.string() }),
  z.object({ kind: z.literal('odd-value'), what: z.string() }),
  z.object({ kind: z.literal('dangling'), rows: z.int() }),
  z.object({ kind: z.literal('missing-entry'), name: z.string() }),
  z.object({ kind: z.literal('no-project-row') }),
  z.object({ kind: z.literal('stuck-lock'), file: z.string() }),
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
  /** The error code of the system or of SQLite, such as `EIO`. */
  z.object({ kind: z.literal('drive-failed'), ...at, code: z.string() }),
  z.object({ kind: z.literal('moved-while-open'), ...at, foundAt: z.string().nullable() }),
  /** The project wasn't closed properly and has no write-ahead log, so the latest changes may be lost. */
  z.object({ kind: z.literal('log-missing'), ...at }),
  /** The log exists, but the log or the database is outdated, truncated or damaged. */
  z.object({ kind: z.literal('log-damaged'), ...at }),
  z.object({ kind: z.literal('settings-unreadable'), ...at }),
  /** `entry` is a relative path or, for `foreign-schema`, a database object (`trigger spy`). */
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

const syncServiceSchema = z.enum(['OneDrive', 'iCloud Drive', 'Dropbox', 'Google Drive']);
export type SyncService = z.infer<typeof syncServiceSchema>;

export const projectNoticeSchema = z.discriminatedUnion('kind', [
  /** The drive doesn't support a write-ahead log, so saving is slower. */
  z.object({ kind: z.literal('no-log'), ...at }),
  /** Another program synchronises the folder while Lectern writes to it. */
  z.object({ kind: z.literal('synced'), ...at, by: syncServiceSchema }),
  z.object({ kind: z.literal('doubtful'), lines: z.int() }),
  z.object({ kind: z.literal('repaired'), lines: z.int() }),
  z.object({ kind: z.literal('recovered'), files: z.int() }),
]);

export type ProjectNotice = z.infer<typeof projectNoticeSchema>;
