import { PLANS, planLimit } from '../../shared/service/plans.ts';
import { ASSUMED_LATENCY_MS } from '../core/production/departure-board.ts';
import type { RunPlan } from '../core/production/plan-run.ts';
import type { ServiceLink } from '../core/production/service-link.ts';
import { forecast, untouched } from '../core/scheduler/departures.ts';
import { systemClock } from '../core/system.ts';
import { count, forHumans, type Output } from './output.ts';

/** Tells before a run what will be sent, when it will have left, and how that would be on the other plans. */
export function tellPlan(plan: RunPlan, connection: ServiceLink, output: Output): void {
  if (plan.inFlight.length > 0) output.note(`${count(plan.inFlight.length, 'line')} are with the service already.`);
  if (plan.missingAudio.length > 0) {
    output.note(
      `${count(plan.missingAudio.length, 'line')} had been rendered, and the audio is missing or damaged: not rendered again, ` +
        'since that would be paid for again.',
    );
  }
  if (plan.paidAgain.length > 0) {
    output.note(
      `${count(plan.paidAgain.length, 'line')} rendered and paid for again, since the audio is missing or damaged.`,
    );
  }
  if (plan.send.length === 0) {
    if (plan.inFlight.length === 0) output.note(`Nothing to render: ${count(plan.reused.length, 'line')} fresh.`);
    return;
  }
  const now = systemClock.now();
  const lines = plan.send.map(({ lineId, characters }) => ({ id: String(lineId), characters }));
  const conditions = { now, latencyMs: ASSUMED_LATENCY_MS };
  const { limit } = connection.budget.state('batch');
  const own = forecast(lines, connection.budget.outlook('batch'), conditions);
  const limited = limit.requests !== undefined || limit.characters !== undefined;
  output.note(
    `To render: ${count(lines.length, 'line')}, ${count(plan.characters, 'character')}, ` +
      `${count(own.departures.length, 'batch', 'batches')}` +
      (limited ? `; the last leaves in ${forHumans((own.allSentAt ?? now) - now)}.` : '.'),
  );
  if (!limited) return;
  const others = PLANS.filter((name) => name !== connection.settings.plan && name !== 'enterprise').map((name) => {
    const { allSentAt } = forecast(lines, untouched(planLimit(name, 'batch')), conditions);
    return `${name} ${forHumans((allSentAt ?? now) - now)}`;
  });
  output.note(`On the other plans: ${others.join(', ')}.`);
}
