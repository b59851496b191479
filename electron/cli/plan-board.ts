import { PLANS, planLimit } from '../../shared/service/plans.ts';
import { ASSUMED_LATENCY_MS } from '../core/production/departure-board.ts';
import type { RunPlan } from '../core/production/plan-run.ts';
import type { ServiceLink } from '../core/production/service-link.ts';
import { forecast, untouched } from '../core/scheduler/departures.ts';
import { systemClock } from '../core/system.ts';
import type { Output } from './output.ts';
import { forHumans, listed, t } from './words.ts';

/** Tells before a run what will be sent, when it will have left, and how that would be on the other plans. */
export function tellPlan(plan: RunPlan, connection: ServiceLink, output: Output): void {
  if (plan.inFlight.length > 0) output.note(t('plan.withService', { lines: plan.inFlight.length }));
  if (plan.missingAudio.length > 0) {
    output.note(t('plan.missingAudio', { lines: plan.missingAudio.length }));
  }
  if (plan.paidAgain.length > 0) {
    output.note(t('plan.paidAgain', { lines: plan.paidAgain.length }));
  }
  if (plan.send.length === 0) {
    if (plan.inFlight.length === 0) output.note(t('plan.nothing', { lines: plan.reused.length }));
    return;
  }
  const now = systemClock.now();
  const lines = plan.send.map(({ lineId, characters }) => ({ id: String(lineId), characters }));
  const conditions = { now, latencyMs: ASSUMED_LATENCY_MS };
  const { limit } = connection.budget.state('batch');
  const own = forecast(lines, connection.budget.outlook('batch'), conditions);
  const limited = limit.requests !== undefined || limit.characters !== undefined;
  const figures = { lines: lines.length, characters: plan.characters, batches: own.departures.length };
  if (!limited) {
    output.note(t('plan.toRender', figures));
    return;
  }
  output.note(t('plan.toRenderWithin', { ...figures, time: forHumans((own.allSentAt ?? now) - now) }));
  const others = PLANS.filter((name) => name !== connection.settings.plan && name !== 'enterprise').map((name) => {
    const { allSentAt } = forecast(lines, untouched(planLimit(name, 'batch')), conditions);
    return t('plan.onPlan', { plan: name, time: forHumans((allSentAt ?? now) - now) });
  });
  output.note(t('plan.others', { plans: listed(others) }));
}
