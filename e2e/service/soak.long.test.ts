import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService, temporaryFolder } from '../support/processes.ts';
import { HAS_ALL_ROUNDS } from '../support/rounds.ts';
import { soakService } from './soak-service.ts';

/** A small plan's limits are met sooner, and leave less to speak. */
const { plan, seconds } = HAS_ALL_ROUNDS
  ? ({ plan: 'growth', seconds: 60 } as const)
  : ({ plan: 'startup', seconds: 8 } as const);

it('loses no job and keeps its limits exactly while 20 clients mix everything for a while', {
  timeout: 900_000,
}, async () => {
  const folder = temporaryFolder();
  const service = await startService(join(folder.path, 'service'), '--plan', plan);
  try {
    const report = await soakService({ service, plan, clients: 20, seconds, seed: 5, say: () => {} });
    expect(report.violations).toEqual([]);
    expect(report.jobs).toBeGreaterThan(0);
    // Limits were met: without refusals their exactness would not have been tried.
    expect(report.calls['list']?.refused).toBeGreaterThan(0);
  } finally {
    await service.stop();
    folder.remove();
  }
});
