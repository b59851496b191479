import { setImmediate as otherEvents } from 'node:timers/promises';
import { PLANS, type Plan, planLimit } from '@lectern/tts-protocol';
import type { PlanPreview } from '../../../shared/ipc/production-requests.ts';
import type { ExportTargetId } from '../../../shared/model/export/export-target.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import { priceOf } from '../../../shared/model/spending.ts';
import { unauthorisedTargets } from '../../../shared/rules/export/target-readiness.ts';
import { ASSUMED_LATENCY_MS, forecastRows } from '../production/run-forecast.ts';
import { type PlannedProject, type PricedScope, planScope } from '../production/run-plan.ts';
import type { Project } from '../project/project.ts';
import { type RemainingBudget, remainingBudget } from '../project/spending/remaining-budget.ts';
import { forecast, unspentBudget } from '../scheduler/forecast.ts';
import type { BudgetSnapshot } from '../scheduler/scheduler-types.ts';
import type { LoadState } from '../scheduler/service-load.ts';

export interface PlanContext extends PricedScope {
  /** Null if no link is open. */
  readonly outlook: BudgetSnapshot | null;
  /** Null if there is no connection or its limits are manual. */
  readonly plan: Plan | null;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Recent time until a batch is finished, in milliseconds; null if unknown. */
  readonly turnaroundMs: number | null;
  readonly load: LoadState;
  /** The characters of each line of other projects that is sent first. */
  readonly ahead: readonly number[];
}

/** Number of lines checked before other events are handled. */
const LINES_PER_SLICE = 200;

/** Changes nothing. @throws ProjectError */
export async function planPreview(context: PlannedProject, terms: PlanContext): Promise<PlanPreview> {
  const { price, now, turnaroundMs, load, ahead } = terms;
  const plan = planScope(context, terms);
  const current = terms.plan ?? 'hacker';
  const outlook = terms.outlook ?? unspentBudget(planLimit(current, 'batch'));
  const { rows, allSentAt, doneAt } = forecastRows({
    runKey: 'plan',
    lines: plan.send,
    ahead,
    sent: 0,
    outlook,
    now,
    turnaroundMs,
    load,
    paused: false,
    labelOf: (first, last) => context.places.rangeLabel(first, last),
  });
  return {
    lines: plan.send.length,
    characters: plan.characters,
    batches: [...rows],
    allSentAt,
    doneAt,
    reused: plan.reused.length,
    inFlight: plan.inFlight.length,
    inDoubt: plan.inDoubt.length,
    lost: plan.lost.length,
    blocked: plan.blocked.length,
    approved: plan.approved.length,
    missingAudio: plan.missingAudio.length,
    paidAgain: plan.paidAgain.length,
    overCap: plan.overCap.length,
    overCapLabel: context.places.rangeLabel(plan.overCap[0] ?? 0, plan.overCap.at(-1) ?? 0),
    replaced: plan.replaced.length,
    room: roomAfter(remainingBudget(context.project.db, price, null), plan.characters),
    price: price && { amount: priceOf(plan.characters, price), currency: price.currency },
    confirmPrice: context.project.settings().confirmPrice,
    bannedBy: plan.send.length > 0 ? bannedBy(context.project) : [],
    plans: plansOf(plan.send, outlook, { now, allSentAt, current }),
    warnings: await countWarnings(context, plan.send),
  };
}

/** Returns the planned targets that ban synthetic narration and haven't authorised it. */
export function bannedBy(project: Project): ExportTargetId[] {
  const { targets, authorisedTargets } = project.settings();
  return unauthorisedTargets(targets, authorisedTargets);
}

function roomAfter({ characters, by }: RemainingBudget, spent: number): PlanPreview['room'] {
  return characters === null || by === null ? null : { characters: Math.max(0, characters - spent), by };
}

type Own = { readonly now: number; readonly allSentAt: number | null; readonly current: Plan };

/** Enterprise limits vary by customer, so that plan is only listed if the connection uses it. */
function plansOf(
  lines: readonly OrderedLine[],
  outlook: BudgetSnapshot,
  { now, allSentAt, current }: Own,
): PlanPreview['plans'] {
  const isLimited = outlook.limit.requests !== undefined || outlook.limit.characters !== undefined;
  const items = lines.map(({ lineId, characters }) => ({ id: String(lineId), characters }));
  return PLANS.filter((plan) => plan !== 'enterprise' || plan === current).map((plan) => {
    if (plan === current && isLimited) return { plan, allSentAt, current: true };
    if (plan === current) return { plan, allSentAt: lines.length === 0 ? null : now, current: true };
    const conditions = { now, latencyMs: ASSUMED_LATENCY_MS };
    const other = forecast(items, unspentBudget(planLimit(plan, 'batch')), conditions);
    return { plan, allSentAt: other.allSentAt, current: false };
  });
}

/** Only dialog lines have prefixes and shared parameters. */
async function countWarnings({ project }: PlannedProject, lines: readonly OrderedLine[]): Promise<number> {
  const dialogs = dialogLines(project);
  let warned = 0;
  let looked = 0;
  for (const { lineId } of lines) {
    if (!dialogs.has(lineId)) continue;
    const built = project.lines.requestOf(lineId);
    if (built.ok && built.warnings.length > 0) warned += 1;
    looked += 1;
    if (looked % LINES_PER_SLICE === 0) await otherEvents();
  }
  return warned;
}

function dialogLines({ db }: Project): Set<number> {
  const rows = db
    .prepare<{ readonly id: number }>('SELECT id FROM lines WHERE deleted_at IS NULL AND json_array_length(roles) = 2')
    .all();
  return new Set(rows.map(({ id }) => id));
}
