// Plans which lines a run may send within its caps. Changes nothing.
import { z } from 'zod';
import type { RunScope } from '../../../shared/ipc/production-requests.ts';
import type { Price } from '../../../shared/model/spending.ts';
import { smallest } from '../../../shared/rules/lists.ts';
import { planRun, type RunPlan } from '../production/plan-run.ts';
import type { Journal } from '../project/journal/journal.ts';
import type { NumberedProject } from '../project/lines/line-places.ts';
import { remainingBudget } from '../project/spending/remaining-budget.ts';

export interface PlannedProject extends NumberedProject {
  readonly journal: Journal;
}

export interface PricedScope {
  readonly scope: RunScope;
  readonly price: Price | null;
}

const runOptionsSchema = z.object({
  retryFailed: z.number().nullish().default(null),
  /** Absent: the connection's webhook address; null: no webhook. */
  webhookUrl: z.string().nullable().optional(),
});
type RunOptions = z.infer<typeof runOptionsSchema>;

/**
 * Plans an order. The price is needed for the cap on cost.
 *
 * @param onlyThese for a scope with line ids, ignore all other lines; they don't appear in the plan
 * @throws ProjectError
 */
export function planOf(
  { project, journal, places }: PlannedProject,
  { scope, price }: PricedScope,
  onlyThese = false,
): RunPlan {
  const { characters } = remainingBudget(project.db, price, null);
  const caps = [scope.maxCharacters ?? null, characters].filter((cap) => cap !== null);
  return planRun(project, journal, {
    only: linesOf(scope, places),
    onlyThese: onlyThese && scope.lineIds !== undefined,
    maxCharacters: caps.length === 0 ? undefined : smallest(caps),
    replaceApproved: scope.replaceApproved ?? false,
    renderMissing: scope.renderMissing ?? false,
  });
}

function linesOf({ chapterIds, lineIds }: RunScope, places: PlannedProject['places']): ReadonlySet<number> | undefined {
  const ids = lineIds && new Set(lineIds);
  if (!chapterIds) return ids;
  const inChapters = places.linesOf(new Set(chapterIds));
  return ids ? inChapters.intersection(ids) : inChapters;
}

export function optionsOf(journal: Journal, runId: number | null): RunOptions {
  const options = runId === null ? {} : journal.optionsOf(runId);
  return runOptionsSchema.safeParse(options ?? {}).data ?? { retryFailed: null };
}
