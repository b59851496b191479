// The end of a run as the window tells it, from a twentieth of the run on.
import { expect, it } from 'vitest';
import { type BudgetSettings, budgetSettingsSchema } from '../../shared/model/connection.ts';
import { seeded } from '../core/scheduler/testing/simulated-service.ts';
import { byHand } from '../core/scheduler/testing/temporary-limits.ts';
import { forecastEnds, worstForecastError } from './testing/told-ends.ts';

const LINES = 3_000;
const MAX_OFF = 0.15;

const onPlan = (plan: BudgetSettings['plan']) => budgetSettingsSchema.parse({ plan, limits: {} });

const kinds: readonly (readonly [string, BudgetSettings, number])[] = [
  ['at the local service', byHand({}), 3_300],
  ['at a slow service without limits', byHand({}), 200],
  ['on the plan Hacker', onPlan('hacker'), 5_000],
  ['on the plan Startup', onPlan('startup'), 5_000],
  ['on the plan Growth, at a service that is slower', onPlan('growth'), 1_000],
  ['on the plan Startup, at a service that is about as fast', onPlan('startup'), 1_500],
];

it.each(kinds)('is told within 15 per cent of what it becomes, %s', async (_, settings, charactersPerSecond) => {
  const random = seeded(charactersPerSecond);
  const lines = Array.from({ length: LINES }, () => 5 + Math.floor(random() ** 3 * 900));
  const run = await forecastEnds({ lines, settings, charactersPerSecond, msPerLine: 40 });
  expect(run.told.length).toBeGreaterThan(90);
  expect(worstForecastError(run)).toBeLessThan(MAX_OFF);
});

it('is told as well where the local service takes a while to speak its first line', async () => {
  const lines = Array.from({ length: LINES }, (_, at) => 100 + (at % 7) * 40);
  const local = { lines, settings: byHand({}), charactersPerSecond: 3_300, msPerLine: 40 };
  const run = await forecastEnds({ ...local, startsAfterMs: 15_000, earlierPace: 5 });
  expect(worstForecastError(run)).toBeLessThan(MAX_OFF);
});
