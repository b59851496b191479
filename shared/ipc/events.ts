// What is pushed to the window without being asked. A snapshot can always be asked for, so that a missed one does no harm.
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
  /** Another project was opened, or it was closed, or its settings or figures changed. */
  'project-changed': z.object({ project: projectSummarySchema.nullable() }),
  /** Chapters, roles or their counts changed. */
  'chapters-changed': z.object({}),
  /** What the book says of itself, or its cover. */
  'book-changed': z.object({}),
  /** Documents must be read again: something other than the editor changed the script. */
  'documents-changed': z.object({}),
  /** States of lines; `lines` null: of more than are worth naming. */
  'lines-changed': z.object({ lines: z.array(lineBriefSchema).nullable() }),
  /** Takes came, or were changed, of these lines; null: of more than are worth naming. */
  'takes-changed': z.object({ lineIds: z.array(z.int()).nullable() }),
  /** The run, and those rows of its board that changed; at most a few times a second. */
  'run-changed': z.object({ run: runSummarySchema, batches: z.array(batchRowSchema), replaceAll: z.boolean() }),
  /** Something was spent beside the runs. */
  'spending-changed': z.object({}),
  'run-log': z.object({ entries: z.array(logEntrySchema) }),
  'budget-changed': z.object({ budget: budgetSchema.nullable() }),
  'connection-changed': z.object({ status: connectionStatusSchema }),
  /** Clones, engines or packs came or went: other voices can be cast. */
  'voices-changed': z.object({}),
  /** A sample on its way to the service. */
  'clone-progress': z.object({ sentBytes: z.int(), totalBytes: z.int() }),
  /** How far a voice pack is that is being added; null: none is. */
  'pack-work': z.object({ work: packWorkSchema.nullable() }),
  /** How far a pack is that is being fetched; null: none is. */
  'pack-fetch': z.object({ fetch: packFetchSchema.nullable(), failure: packFetchFailureSchema.nullable() }),
  'export-progress': exportProgressSchema,
  /** An export began or ended. */
  'export-changed': z.object({ state: exportStateSchema }),
  /** Projects were added to the list, removed or changed; or the contents of the bin changed. */
  'library-changed': z.object({}),
  /** Of the copy of a project that is being made, in bytes. */
  'duplicate-progress': z.object({ done: z.number(), total: z.number() }),
  /** A command was given in the application's menu or by its shortcut. */
  command: z.object({ id: commandIdSchema }),
  /** A file is being read; `project.cancelImport` calls it off. */
  'import-progress': z.object({ file: z.string(), progress: readingProgressSchema }),
  /** A language model is being asked who speaks; `model.cancel` calls it off. */
  'model-progress': modelProgressSchema,
  /** A script that was named from outside could not be read. */
  'import-failed': z.object({ error: bridgeErrorSchema }),
  /** Scripts were named from outside and read; `later`: those that are shown after the first. */
  'import-ready': z.object({ importId: z.string(), later: z.array(z.string()) }),
  /** A defect of ours in something that no request waits for. `id` is in the log. */
  defect: z.object({ id: z.string() }),
  /** The process that holds the project was started again; everything must be read again. */
  'studio-restarted': z.object({}),
};

export type EventName = keyof typeof EVENTS;
export type EventOf<E extends EventName> = z.output<(typeof EVENTS)[E]>;
