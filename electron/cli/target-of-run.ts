// A run's delivery target is stored in the journal, so that a resumed run is exported for the same target.
import { z } from 'zod';
import { targetChangesSchema } from '../../shared/model/export/delivery.ts';
import { exportTargetIdSchema } from '../../shared/model/export/export-target.ts';
import { isAudioTarget } from '../core/export/targets/target-settings.ts';
import type { Journal } from '../core/project/journal/journal.ts';
import type { TargetRequest } from './export-for-target.ts';

const storedTargetSchema = z.object({
  finished: z.object({
    outDir: z.string(),
    target: exportTargetIdSchema.refine(isAudioTarget),
    ownTarget: z.string().optional(),
    changes: targetChangesSchema,
    allowStale: z.boolean(),
  }),
});

export const targetRecord = (finished: TargetRequest | null, outDir: string): object =>
  finished === null ? {} : ({ finished: { ...finished, outDir } } satisfies z.input<typeof storedTargetSchema>);

export interface TargetOfRun {
  readonly request: TargetRequest;
  readonly outDir: string;
}

/** Returns null for a run that exports line files, and for unreadable options from a newer Lectern. */
export function targetOfRun(journal: Journal, runId: number): TargetOfRun | null {
  const kept = storedTargetSchema.safeParse(journal.optionsOf(runId));
  if (!kept.success) return null;
  const { outDir, ...request } = kept.data.finished;
  return { request, outDir };
}
