import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService, temporaryFolder } from '../support/processes.ts';
import { soakService } from './soak-service.ts';

it('loses no job and keeps its limits exactly while 20 clients mix everything for a minute', {
  timeout: 900_000,
}, async () => {
  const folder = temporaryFolder();
  const service = await startService(join(folder.path, 'service'), '--plan', 'growth');
  try {
    const report = await soakService({ service, plan: 'growth', clients: 20, seconds: 60, seed: 5, say: () => {} });
    expect(report.violations).toEqual([]);
    expect(report.jobs).toBeGreaterThan(0);
    // Limits were met: without refusals their exactness would not have been tried.
    expect(report.calls['list']?.refused).toBeGreaterThan(0);
  } finally {
    await service.stop();
    folder.remove();
  }
});
