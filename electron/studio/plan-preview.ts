// What a run would send, and when: on this plan, and on the others.
import { setImmediate as turn } from 'node:timers/promises';
import type { PlanPreview, RunScope } from '../../shared/ipc/production-requests.ts';
import { PLANS, planLimit } from '../../shared/service/plans.ts';
import type { SavedConnection } from '../core/connections/connection-book.ts';
import type { Clock } from '../core/ports.ts';
import { ASSUMED_LATENCY_MS, foretold } from '../core/production/departure-board.ts';
import type { OrderedLine } from '../core/production/planned-line.ts';
import type { ServiceLink } from '../core/production/service-link.ts';
import { forecast, untouched } from '../core/scheduler/departures.ts';
import type { Outlook } from '../core/scheduler/scheduler-types.ts';
import type { ProjectSession } from './project-session.ts';

interface Circumstances {
  readonly link: ServiceLink | null;
  readonly saved: SavedConnection | null;
  readonly clock: Clock;
}

/** Lines looked at between two turns of the event loop. */
const AT_ONCE = 200;

/** Changes nothing. @throws ProjectError */
export async function planPreview(
  session: ProjectSession,
  scope: RunScope,
  { link, saved, clock }: Circumstances,
): Promise<PlanPreview> {
  const plan = session.planner.plan(scope);
  const now = clock.now();
  const current = saved?.budget.plan ?? 'hacker';
  const outlook = link?.budget.outlook('batch') ?? untouched(planLimit(current, 'batch'));
  const { rows, allSentAt, doneAt } = foretold({
    runKey: 'plan',
    lines: plan.send,
    sent: 0,
    outlook,
    now,
    turnaroundMs: session.feed.board?.turnaroundMs ?? null,
    paused: false,
    labelOf: (first, last) => session.places.stretch(first, last),
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
    blocked: plan.blocked.length,
    approved: plan.approved.length,
    overCap: plan.overCap.length,
    price: priceOf(plan.characters, saved),
    plans: plansOf(plan.send, outlook, { now, allSentAt, current }),
    warnings: await countWarnings(session, plan.send),
  };
}

function priceOf(characters: number, saved: SavedConnection | null): PlanPreview['price'] {
  if (!saved || saved.pricePerThousand === null) return null;
  return { amount: (characters / 1_000) * saved.pricePerThousand, currency: saved.currency };
}

type Own = { readonly now: number; readonly allSentAt: number | null; readonly current: (typeof PLANS)[number] };

/** Enterprise limits are agreed with each client: it is told of only where it is the connection's own. */
function plansOf(
  lines: readonly OrderedLine[],
  outlook: Outlook,
  { now, allSentAt, current }: Own,
): PlanPreview['plans'] {
  const isLimited = outlook.limit.requests !== undefined || outlook.limit.characters !== undefined;
  const items = lines.map(({ lineId, characters }) => ({ id: String(lineId), characters }));
  return PLANS.filter((plan) => plan !== 'enterprise' || plan === current).map((plan) => {
    if (plan === current && isLimited) return { plan, allSentAt, current: true };
    if (plan === current) return { plan, allSentAt: lines.length === 0 ? null : now, current: true };
    const conditions = { now, latencyMs: ASSUMED_LATENCY_MS };
    const other = forecast(items, untouched(planLimit(plan, 'batch')), conditions);
    return { plan, allSentAt: other.allSentAt, current: false };
  });
}

/** Dialog lines that may sound otherwise than meant: only they have prefixes, and parameters that two roles share. */
async function countWarnings({ project, views }: ProjectSession, lines: readonly OrderedLine[]): Promise<number> {
  const dialogs = views.dialogLines();
  let warned = 0;
  let looked = 0;
  for (const { lineId } of lines) {
    if (!dialogs.has(lineId)) continue;
    const built = project.lines.requestOf(lineId);
    if (built.ok && built.warnings.length > 0) warned += 1;
    looked += 1;
    if (looked % AT_ONCE === 0) await turn();
  }
  return warned;
}
