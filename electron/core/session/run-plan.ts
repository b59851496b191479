// What a run may send: which lines, and up to which cap. Changes nothing.
import { z } from 'zod';
import type { RunScope } from '../../../shared/ipc/production-requests.ts';
import type { Price } from '../../../shared/model/spending.ts';
import { smallest } from '../../../shared/rules/lists.ts';
import { planRun, type RunPlan } from '../production/plan-run.ts';
import type { Journal } from '../project/journal/journal.ts';
import type { NumberedProject } from '../project/lines/line-places.ts';
import { remainingBudget } from '../project/spending/remaining-budget.ts';

/** What runs are planned from. */
export interface PlannedProject extends NumberedProject {
  readonly journal: Journal;
}

/** An order, and what its service charges. */
export interface PricedScope {
  readonly scope: RunScope;
  /** Null: not known. */
  readonly price: Price | null;
}

/** How a run was ordered, as it is written down with it. */
const runOptionsSchema = z.object({
  retryFailed: z.number().nullish().default(null),
  /** Absent: the connection's own address; null: no webhook. */
  webhookUrl: z.string().nullable().optional(),
});
type RunOptions = z.infer<typeof runOptionsSchema>;

/**
 * What an order would send. The price is for the cap in money.
 *
 * @param onlyThese looks at the lines of the scope alone, where it names lines: the plan says nothing of the others
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

/** How a run was ordered. */
export function optionsOf(journal: Journal, runId: number | null): RunOptions {
  const options = runId === null ? {} : journal.optionsOf(runId);
  return runOptionsSchema.safeParse(options ?? {}).data ?? { retryFailed: null };
}
