// Sends random requests to a service with three nodes and four workers.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SharedService } from '../../packages/speech-service/testing/shared-service.ts';
import { ACCOUNT } from '../../packages/speech-service/testing/test-service.ts';
import { rounds } from '../support/rounds.ts';
import { fuzzService } from './fuzz-service.ts';

const REQUESTS = rounds(2_000);

let service: SharedService;
beforeAll(async () => {
  service = await SharedService.start(0, 0);
  const silent = ['--speech', 'silent'];
  await Promise.all([
    ...Array.from({ length: 3 }, () => service.addNode(...silent)),
    ...Array.from({ length: 4 }, () => service.addWorker(...silent)),
  ]);
});
afterAll(() => service?.stop());

it(`answers ${REQUESTS} requests, half of them nearly valid, as specified`, { timeout: 300_000 }, async () => {
  const report = await fuzzService({
    environment: {
      LECTERN_BASE_URL: service.relayAddress,
      LECTERN_API_KEY: ACCOUNT.key,
      LECTERN_USER_ID: ACCOUNT.userId,
    },
    hasEnded: () => [...service.nodes, ...service.workers].some(({ process }) => process.exitCode !== null),
    seed: 11,
    requests: REQUESTS,
    say: () => {},
  });
  expect(report.violations).toEqual([]);
  // Valid, invalid, unauthorized and unsupported requests were included.
  for (const status of [200, 201, 400, 401, 404, 405, 415])
    expect(report.statuses[status], `${status}`).toBeGreaterThan(0);
});
