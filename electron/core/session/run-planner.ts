import { z } from 'zod';
import type { RunScope } from '../../../shared/ipc/production-requests.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import type { Price } from '../../../shared/model/spending.ts';
import { planRun, type RunPlan } from '../production/plan-run.ts';
import { charactersOrdered } from '../production/run-order.ts';
import type { Journal } from '../project/journal/journal.ts';
import type { RunRecord } from '../project/journal/journal-reports.ts';
import type { LinePlaces } from '../project/lines/line-places.ts';
import type { Project } from '../project/project.ts';
import { type RemainingBudget, remainingBudget } from '../project/spending/remaining-budget.ts';

export interface RunPlannerParts {
  readonly project: Project;
  readonly journal: Journal;
  readonly places: LinePlaces;
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
export type RunOptions = z.infer<typeof runOptionsSchema>;

/** What a run may send: which lines, and up to which cap. Changes nothing. */
export class RunPlanner {
  readonly #parts: RunPlannerParts;

  constructor(parts: RunPlannerParts) {
    this.#parts = parts;
  }

  /**
   * What an order would send.
   *
   * @param price what the service charges, for the cap in money; null: not known
   * @param onlyThese looks at the lines of the scope alone, where it names lines: the plan says nothing of the others
   * @throws ProjectError
   */
  plan(scope: RunScope, price: Price | null, onlyThese = false): RunPlan {
    const { project, journal } = this.#parts;
    const caps = [scope.maxCharacters ?? null, this.remaining(null, price).characters].filter((cap) => cap !== null);
    return planRun(project, journal, {
      only: this.#linesOf(scope),
      onlyThese: onlyThese && scope.lineIds !== undefined,
      maxCharacters: caps.length === 0 ? undefined : Math.min(...caps),
      replaceApproved: scope.replaceApproved ?? false,
      renderMissing: scope.renderMissing ?? false,
    });
  }

  /** What may still be sent in a run, by its own cap and the project's; null: in none yet. */
  remaining(run: RunRecord | null, price: Price | null): RemainingBudget {
    return remainingBudget(this.#parts.project.db, price, run?.id ?? null);
  }

  /** How a run was ordered. */
  optionsOf(runId: number | null): RunOptions {
    const options = runId === null ? {} : this.#parts.journal.optionsOf(runId);
    return runOptionsSchema.safeParse(options ?? {}).data ?? { retryFailed: null };
  }

  /** The first of some lines, as far as the caps let them: a short line further on does not slip through. */
  affordable(lines: readonly OrderedLine[], run: RunRecord | null, price: Price | null): readonly OrderedLine[] {
    let left = this.remaining(run, price).characters ?? Number.POSITIVE_INFINITY;
    const beyond = lines.findIndex((line) => {
      left -= charactersOrdered(line);
      return left < 0;
    });
    return beyond === -1 ? lines : lines.slice(0, beyond);
  }

  #linesOf({ chapterIds, lineIds }: RunScope): ReadonlySet<number> | undefined {
    const ids = lineIds && new Set(lineIds);
    if (!chapterIds) return ids;
    const inChapters = this.#parts.places.linesOf(new Set(chapterIds));
    return ids ? inChapters.intersection(ids) : inChapters;
  }
}
