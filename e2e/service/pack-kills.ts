// `node scripts/run.mjs e2e/service/pack-kills.ts [--kills 50] [--seed 1]`: kills a voice pack's process under load and
// checks all work that the service has accepted.
import { parseArgs } from 'node:util';
import { killPack } from './killed-pack.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const report = await killPack({ kills: Number(values.kills), seed: Number(values.seed), say });
for (const violation of report.violations) say(`VIOLATION ${violation}`);
say(`${report.kills} kills, ${report.jobs} accepted jobs, ${report.violations.length} violations`);
process.exitCode = report.violations.length === 0 ? 0 : 1;
