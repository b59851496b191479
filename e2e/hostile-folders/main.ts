// `node scripts/run.mjs e2e/hostile-folders/main.ts [--seeds 200] [--first 1]`: runs every command and request on
// manipulated folders. No step may read, write, move or delete anything outside the folder, and every step must finish.
import { parseArgs } from 'node:util';
import { runHostileRounds } from './rounds.ts';

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '200' }, first: { type: 'string', default: '1' } },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const first = Number(values.first);
const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => first + index);
const report = await runHostileRounds({ seeds, say });
say(`${report.seeds} hostile folders, ${report.steps} commands and requests, ${report.violations.length} violations`);
process.exitCode = report.violations.length === 0 ? 0 : 1;
