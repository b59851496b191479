// `node scripts/run.mjs e2e/delivery/kill.ts [--kills 50] [--seed 1]`: kills exports at random moments and checks that
// the final files are identical to those from an undisturbed export.
import { parseArgs } from 'node:util';
import { killExports } from './kill-exports.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const { kills, rounds, filesAtKills, violations } = await killExports({
  seed: Number(values.seed),
  kills: Number(values.kills),
  killsPerRound: 5,
  say: (text) => process.stdout.write(`${text}\n`),
});
for (const violation of violations) process.stdout.write(`VIOLATION ${violation}\n`);
process.stdout.write(
  `${kills} kills in ${rounds} rounds, ${filesAtKills} files were finished at them, ${violations.length} violations\n`,
);
process.exitCode = violations.length === 0 ? 0 : 1;
