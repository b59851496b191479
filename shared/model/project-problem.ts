// `path` is the project's folder or the affected file.
import { z } from 'zod';

const at = { path: z.string() };

export const projectProblemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('not-found'), ...at }),
  z.object({ kind: z.literal('not-a-project'), ...at }),
  z.object({ kind: z.literal('exists'), ...at }),
  z.object({ kind: z.literal('newer'), ...at, version: z.int(), supported: z.int() }),
  z.object({ kind: z.literal('in-use'), ...at }),
  z.object({ kind: z.literal('damaged'), ...at, detail: z.string(), backup: z.string().nullable() }),
  z.object({ kind: z.literal('read-only'), ...at }),
  z.object({ kind: z.literal('no-permission'), ...at }),
  z.object({ kind: z.literal('disk-full'), ...at }),
  z.object({ kind: z.literal('drive-failed'), ...at, detail: z.string() }),
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
