// Events pushed to the window. Every state can also be requested as a snapshot, so a missed event does no harm.
import { z } from 'zod';
import { exportProgressSchema } from '../model/export.ts';
import { modelProgressSchema } from '../model/language-model.ts';
import { readingProgressSchema } from '../model/reading-progress.ts';
import { commandIdSchema } from './commands.ts';
import { bridgeErrorSchema } from './envelope.ts';
import { exportStateSchema } from './export-requests.ts';
import { packFetchFailureSchema, packFetchSchema, packWorkSchema } from './pack-requests.ts';
import { batchRowSchema, budgetSchema, logEntrySchema, runSummarySchema } from './production-requests.ts';
import { projectSummarySchema } from './project-requests.ts';
import { lineBriefSchema } from './script-requests.ts';
import { connectionStatusSchema } from './settings-requests.ts';

export const EVENTS = {
  /** A project was opened or closed, or its settings or figures changed. */
  'project-changed': z.object({ project: projectSummarySchema.nullable() }),
  'chapters-changed': z.object({}),
  'book-changed': z.object({}),
  /** The script changed outside the editor, so documents must be read again. */
  'documents-changed': z.object({}),
  /** Line states changed; null means too many to list. */
  'lines-changed': z.object({ lines: z.array(lineBriefSchema).nullable() }),
  /** Takes of these lines were added or changed; null means too many to list. */
  'takes-changed': z.object({ lineIds: z.array(z.int()).nullable() }),
  /** Run progress with the changed rows of the board, sent at most a few times per second. */
  'run-changed': z.object({ run: runSummarySchema, batches: z.array(batchRowSchema), replaceAll: z.boolean() }),
  /** Characters were charged outside of a run. */
  'spending-changed': z.object({}),
  'run-log': z.object({ entries: z.array(logEntrySchema) }),
  'budget-changed': z.object({ budget: budgetSchema.nullable() }),
  'connection-changed': z.object({ status: connectionStatusSchema }),
  /** Clones, engines or packs were added or removed, so the list of available voices changed. */
  'voices-changed': z.object({}),
  'clone-progress': z.object({ sentBytes: z.int(), totalBytes: z.int() }),
  /** Progress of adding a voice pack; null if none is being added. */
  'pack-work': z.object({ work: packWorkSchema.nullable() }),
  /** Progress of a pack download; null if none is running. */
  'pack-fetch': z.object({ fetch: packFetchSchema.nullable(), failure: packFetchFailureSchema.nullable() }),
  'export-progress': exportProgressSchema,
  'export-changed': z.object({ state: exportStateSchema }),
  /** Projects were added, removed or changed, or the bin's contents changed. */
  'library-changed': z.object({}),
  /** Progress of `library.duplicate`, in bytes. */
  'duplicate-progress': z.object({ done: z.number(), total: z.number() }),
  /** A command was triggered by the application menu or a shortcut. */
  command: z.object({ id: commandIdSchema }),
  /** A file is being read; `project.cancelImport` cancels it. */
  'import-progress': z.object({ file: z.string(), progress: readingProgressSchema }),
  /** The language model is identifying speakers; `model.cancel` cancels it. */
  'model-progress': modelProgressSchema,
  /** A script opened from outside the window can't be read. */
  'import-failed': z.object({ error: bridgeErrorSchema }),
  /** Scripts opened from outside the window are ready; `later` lists those to show after the first. */
  'import-ready': z.object({ importId: z.string(), later: z.array(z.string()) }),
  /** An internal error outside of any request. `id` refers to the log. */
  defect: z.object({ id: z.string() }),
  /** The studio process was restarted, so everything must be read again. */
  'studio-restarted': z.object({}),
};

export type EventName = keyof typeof EVENTS;
export type EventOf<E extends EventName> = z.output<(typeof EVENTS)[E]>;
