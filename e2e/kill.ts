// `node scripts/run.mjs e2e/kill.ts [--kills 100] [--seed 1] [--lines 200] [--speech espeak|silent]`:
// kills a run at random moments, resumes it, and checks that nothing is lost and nothing is sent twice.
import { parseArgs } from 'node:util';
import { killRounds } from './support/kill-rounds.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    lines: { type: 'string', default: '200' },
    speech: { type: 'string', default: 'espeak' },
  },
});
const report = await killRounds({
  seed: Number(values.seed),
  kills: Number(values.kills),
  lines: Number(values.lines),
  killsPerRound: 5,
  speech: values.speech === 'silent' ? 'silent' : 'espeak',
  say: (text) => process.stdout.write(`${text}\n`),
});
for (const violation of report.violations) process.stdout.write(`VIOLATION ${violation}\n`);
process.stdout.write(
  `${report.kills} kills in ${report.rounds} rounds, ${report.inDoubt} lines came to be in doubt, ` +
    `${report.violations.length} violations\n`,
);
process.exitCode = report.violations.length === 0 ? 0 : 1;
