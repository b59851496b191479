// What can be wrong with a project's folder. Paths are those of the folder, or of the file named.
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
  /** The settings can't be understood; they stay as they are until someone resets them. */
  z.object({ kind: z.literal('settings-unreadable'), ...at }),
]);

/** What is wrong with a project. */
export type ProjectProblem = z.infer<typeof projectProblemSchema>;
