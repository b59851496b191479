// `node scripts/run.mjs e2e/kill.ts [--kills 100] [--seed 1] [--lines 200] [--speech espeak|silent] [--moves]`: kills a
// run at random moments, resumes it, and checks that no line is lost or sent twice. With `--moves`, also moves, renames
// and copies the project's folder, sometimes without its write-ahead log, and replaces the folder with older copies.
import { parseArgs } from 'node:util';
import { runKillRounds } from './support/kill-rounds.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    lines: { type: 'string', default: '200' },
    speech: { type: 'string', default: 'espeak' },
    moves: { type: 'boolean', default: false },
  },
});
const report = await runKillRounds({
  seed: Number(values.seed),
  kills: Number(values.kills),
  lines: Number(values.lines),
  killsPerRound: 5,
  speech: values.speech === 'silent' ? 'silent' : 'espeak',
  moves: values.moves,
  say: (text) => process.stdout.write(`${text}\n`),
});
for (const violation of report.violations) process.stdout.write(`VIOLATION ${violation}\n`);
if (values.moves) {
  const { moved, copied, withoutLog, whileOpen, olderCopyUsed } = report.wanderings;
  process.stdout.write(
    `the folder was moved ${moved} times and copied ${copied} times (${withoutLog} without the log), ${whileOpen} of them while ` +
      `it was open; an older copy was used ${olderCopyUsed} times\n` +
      `answers: ${Object.entries(report.answers)
        .map(([option, times]) => `${option} ${times} times`)
        .join(', ')}; ` +
      `${report.paidAgain} lines were paid for again, agreed to or in doubt\n`,
  );
}
process.stdout.write(
  `${report.kills} kills in ${report.rounds} rounds, ${report.inDoubt} lines came to be in doubt, ` +
    `${report.violations.length} violations\n`,
);
process.exitCode = report.violations.length === 0 ? 0 : 1;
