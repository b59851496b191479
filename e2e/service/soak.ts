// `node scripts/run.mjs e2e/service/soak.ts [--minutes 10] [--clients 20] [--plan growth] [--seed 1]`: runs many
// clients against the local service and checks its limits.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { planSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { startService, temporaryFolder } from '../support/processes.ts';
import { soakService } from './soak-service.ts';

const MAX_ACCEPTING_MS = 150;
/** Allowed memory growth after the first two minutes, to tolerate garbage that hasn't been collected yet. */
const MAX_GROWTH = 1 / 16;
const WARM_UP_MINUTES = 2;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    clients: { type: 'string', default: '20' },
    plan: { type: 'string', default: 'growth' },
    seed: { type: 'string', default: '1' },
  },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const median = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[of.length >> 1] ?? Number.NaN;

const plan = planSchema.exclude(['enterprise']).parse(values.plan);
const minutes = z.coerce.number().positive().parse(values.minutes);
const folder = temporaryFolder();
const service = await startService(join(folder.path, 'service'), '--plan', plan);
try {
  const report = await soakService({
    service,
    plan,
    clients: Number(values.clients),
    seconds: 60 * minutes,
    seed: Number(values.seed),
    say,
  });
  const failures = [...report.violations];
  for (const [scope, { accepted, refused }] of Object.entries(report.calls)) {
    say(`${scope}: ${accepted} accepted, ${refused} refused for the limit`);
  }
  say(`${report.jobs} jobs finished`);
  say(
    `a batch of 50 lines is accepted in ${report.acceptedMs.toFixed(0)} ms, 95th percentile; bar: ${MAX_ACCEPTING_MS}`,
  );
  if (!(report.acceptedMs < MAX_ACCEPTING_MS)) failures.push('accepting a batch took too long');
  const perMinute = report.memory.length / minutes;
  say(`memory at its most: ${Math.max(...report.memory).toFixed(0)} MiB`);
  if (minutes > WARM_UP_MINUTES + 1) {
    const third = median(report.memory.slice(WARM_UP_MINUTES * perMinute, (WARM_UP_MINUTES + 1) * perMinute));
    const last = median(report.memory.slice(-perMinute));
    say(`memory in the third minute ${third.toFixed(0)} MiB, in the last ${last.toFixed(0)} MiB (medians)`);
    if (last > third * (1 + MAX_GROWTH)) failures.push('memory grew after the first two minutes');
  }
  for (const failure of failures) say(`VIOLATION ${failure}`);
  say(`${failures.length} violations`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await service.stop();
  folder.remove();
}
