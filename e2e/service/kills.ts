// `node scripts/run.mjs e2e/service/kills.ts [--kills 50] [--seed 1]`: kills the local service under load and checks
// that no accepted work has been lost.
import { parseArgs } from 'node:util';
import { killService } from './service-kills.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const report = await killService({ kills: Number(values.kills), seed: Number(values.seed), say });
for (const violation of report.violations) say(`VIOLATION ${violation}`);
say(
  `${report.kills} kills, ${report.jobs} accepted jobs, ${report.unanswered} requests without an answer, ${report.violations.length} violations`,
);
process.exitCode = report.violations.length === 0 ? 0 : 1;
