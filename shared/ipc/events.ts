// Events pushed to the UI. Every state can also be requested as a snapshot, so a missed event does no harm.
import { z } from 'zod';
import { castChangeSchema } from '../model/cast.ts';
import { exportProgressSchema } from '../model/export/export.ts';
import { modelProgressSchema } from '../model/language-model.ts';
import { readingProgressSchema } from '../model/reading-progress.ts';
import { commandIdSchema } from './commands.ts';
import { bridgeErrorSchema } from './envelope.ts';
import { exportStateSchema } from './export-requests.ts';
import { packFetchFailureSchema, packFetchSchema, packWorkSchema } from './pack-requests.ts';
import { batchRowSchema, budgetSchema, logEntrySchema, runSummarySchema } from './production-requests.ts';
import { projectSummarySchema } from './project-requests.ts';
import { queueStateSchema } from './queue-requests.ts';
import { lineBriefSchema } from './script-requests.ts';
import { connectionStatusSchema } from './settings-requests.ts';

export const EVENTS = {
  'project-changed': z.object({ project: projectSummarySchema.nullable() }),
  'chapters-changed': z.object({}),
  'book-changed': z.object({}),
  /** New roles in the open project got default voices. */
  'roles-cast': z.object({ changes: z.array(castChangeSchema) }),
  /** The spoken disclosure in the opening credits was added, removed or reworded after a change of what it depends on. */
  'disclosure-changed': z.object({ former: z.string().nullable(), sentence: z.string().nullable() }),
  /** The script changed outside the editor, so documents must be read again. */
  'documents-changed': z.object({}),
  /** Line states changed; null if there are too many to list. */
  'lines-changed': z.object({ lines: z.array(lineBriefSchema).nullable() }),
  /** Takes of these lines were added or changed; null if there are too many to list. */
  'takes-changed': z.object({ lineIds: z.array(z.int()).nullable() }),
  /** Sent at most a few times per second. `batches` contains only changed batches. */
  'run-changed': z.object({ run: runSummarySchema, batches: z.array(batchRowSchema), replaceAll: z.boolean() }),
  'queue-changed': z.object({ queue: queueStateSchema }),
  'spending-changed': z.object({}),
  'run-log': z.object({ entries: z.array(logEntrySchema) }),
  'budget-changed': z.object({ budget: budgetSchema.nullable() }),
  'connection-changed': z.object({ status: connectionStatusSchema }),
  'voices-changed': z.object({}),
  /** Consents or decisions about them changed. */
  'consents-changed': z.object({}),
  'clone-progress': z.object({ sentBytes: z.int(), totalBytes: z.int() }),
  'pack-work': z.object({ work: packWorkSchema.nullable() }),
  'pack-fetch': z.object({ fetch: packFetchSchema.nullable(), failure: packFetchFailureSchema.nullable() }),
  'export-progress': exportProgressSchema,
  'export-changed': z.object({ state: exportStateSchema }),
  'library-changed': z.object({}),
  'duplicate-progress': z.object({ done: z.number(), total: z.number() }),
  command: z.object({ id: commandIdSchema }),
  'import-progress': z.object({ file: z.string(), progress: readingProgressSchema }),
  'model-progress': modelProgressSchema,
  'conform-progress': z.object({ share: z.number().min(0).max(1) }),
  /** Progress of `drift.compareNames`, in takes. */
  'names-progress': z.object({ done: z.int(), total: z.int() }),
  'import-failed': z.object({ error: bridgeErrorSchema }),
  'import-ready': z.object({ importId: z.string(), later: z.array(z.string()) }),
  defect: z.object({ id: z.string() }),
  'studio-restarted': z.object({}),
};

export type EventName = keyof typeof EVENTS;
export type EventOf<E extends EventName> = z.output<(typeof EVENTS)[E]>;
