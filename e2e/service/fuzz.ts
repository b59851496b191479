// `node scripts/run.mjs e2e/service/fuzz.ts [--requests 100000] [--seed 1]`: sends random requests to the local service
// and checks every response.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService, temporaryFolder } from '../support/processes.ts';
import { fuzzService } from './fuzz-service.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } },
});
const folder = temporaryFolder();
const service = await startService(join(folder.path, 'service'), '--speech', 'silent');
try {
  const report = await fuzzService({
    environment: service.environment,
    hasEnded: () => service.process.exitCode !== null,
    seed: Number(values.seed),
    requests: Number(values.requests),
    say: (text) => process.stdout.write(`${text}\n`),
  });
  for (const violation of report.violations) process.stdout.write(`VIOLATION ${violation}\n`);
  const statuses = Object.entries(report.statuses).map(([status, count]) => `${count} × ${status}`);
  process.stdout.write(`${report.requests} requests: ${statuses.join(', ')}; ${report.violations.length} violations\n`);
  process.exitCode = report.violations.length === 0 ? 0 : 1;
} finally {
  await service.stop();
  folder.remove();
}
