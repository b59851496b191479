import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startService, temporaryFolder } from '../support/processes.ts';
import { rounds } from '../support/rounds.ts';
import { fuzzService } from './fuzz-service.ts';

const REQUESTS = rounds(2_000);

it(`answers ${REQUESTS} requests, half of them near-valid, as the interface says`, { timeout: 300_000 }, async () => {
  const folder = temporaryFolder();
  const service = await startService(join(folder.path, 'service'), '--speech', 'silent');
  try {
    const report = await fuzzService({
      environment: service.environment,
      hasEnded: () => service.process.exitCode !== null,
      seed: 11,
      requests: REQUESTS,
      say: () => {},
    });
    expect(report.violations).toEqual([]);
    // Good, wrong, unknown and unauthorized ones were among them.
    for (const status of [200, 201, 400, 401, 404, 405, 415])
      expect(report.statuses[status], `${status}`).toBeGreaterThan(0);
  } finally {
    await service.stop();
    folder.remove();
  }
});
