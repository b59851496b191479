import type { RunScope } from '../../../shared/ipc/production-requests.ts';
import type { Price } from '../../../shared/model/spending.ts';
import { smallest } from '../../../shared/rules/lists.ts';
import type { Journal } from '../project/journal/journal.ts';
import { linesToRender } from '../project/lines/line-briefs.ts';
import type { NumberedProject } from '../project/lines/line-positions.ts';
import type { Project } from '../project/project.ts';
import { remainingBudget } from '../project/spending/remaining-budget.ts';

export interface PlanOptions {
  readonly limit?: number | undefined;
  /** A hard cap. */
  readonly maxCharacters?: number | undefined;
  readonly only?: ReadonlySet<number> | undefined;
  /** True to plan only the lines in `only`, which is faster if there are few of them. */
  readonly onlyThese?: boolean | undefined;
  /** The producer has to confirm the replacement of stale approved takes. */
  readonly replaceApproved?: boolean;
  /** The producer has to confirm this, because it is charged again. */
  readonly renderMissing?: boolean;
}

/** Line ids are in script order. */
export interface RunPlan {
  readonly send: readonly { readonly lineId: number; readonly characters: number }[];
  readonly characters: number;
  readonly reused: readonly number[];
  readonly inFlight: readonly number[];
  readonly inDoubt: readonly number[];
  /** The service no longer has them. They also wait for a decision. */
  readonly lost: readonly number[];
  readonly blocked: readonly number[];
  readonly approved: readonly number[];
  /** Subset of `send`: lines with a stale approved take that will be replaced. */
  readonly replaced: readonly number[];
  readonly missingAudio: readonly number[];
  /** Subset of `send`: lines with missing or damaged audio. They are charged again. */
  readonly paidAgain: readonly number[];
  readonly beyondLimit: readonly number[];
  readonly overCap: readonly number[];
}

/** Plans lines that aren't fresh, in flight, in doubt or lost, within the caps. */
export function planRun(project: Project, journal: Journal, options: PlanOptions = {}): RunPlan {
  const inFlight = new Set([...journal.linesInFlight(), ...journal.linesBeingSent()]);
  const inDoubt = new Set(journal.linesInDoubt());
  const lost = new Set(journal.linesLost());
  const plan = {
    send: [] as { lineId: number; characters: number }[],
    characters: 0,
    reused: [] as number[],
    inFlight: [] as number[],
    inDoubt: [] as number[],
    lost: [] as number[],
    blocked: [] as number[],
    approved: [] as number[],
    replaced: [] as number[],
    missingAudio: [] as number[],
    paidAgain: [] as number[],
    beyondLimit: [] as number[],
    overCap: [] as number[],
  };
  let capped = false;
  for (const line of linesToRender(project.db, options.onlyThese ? options.only : undefined)) {
    if (line.state === 'fresh' || line.state === 'kept') plan.reused.push(line.id);
    else if (line.state === 'blocked' || !line.hasKey) plan.blocked.push(line.id);
    else if (inFlight.has(line.id)) plan.inFlight.push(line.id);
    else if (inDoubt.has(line.id)) plan.inDoubt.push(line.id);
    else if (lost.has(line.id)) plan.lost.push(line.id);
    else if (line.state === 'missing-audio' && !options.renderMissing) plan.missingAudio.push(line.id);
    else if (options.only && !options.only.has(line.id)) continue;
    else if (line.approvedTake && !options.replaceApproved) plan.approved.push(line.id);
    else if (plan.send.length >= (options.limit ?? Number.POSITIVE_INFINITY)) plan.beyondLimit.push(line.id);
    else if (capped || plan.characters + line.characters > (options.maxCharacters ?? Number.POSITIVE_INFINITY)) {
      // Keep the script order: once the cap is reached, don't send a later line even if it is short enough.
      capped = true;
      plan.overCap.push(line.id);
    } else {
      plan.send.push({ lineId: line.id, characters: line.characters });
      plan.characters += line.characters;
      if (line.approvedTake) plan.replaced.push(line.id);
      if (line.state === 'missing-audio') plan.paidAgain.push(line.id);
    }
  }
  return plan;
}

export interface PlannedProject extends NumberedProject {
  readonly journal: Journal;
}

export interface PricedScope {
  readonly scope: RunScope;
  readonly price: Price | null;
}

/** The cost cap requires the price. `onlyThese` leaves other lines out of the plan. @throws ProjectError */
export function planScope(
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
