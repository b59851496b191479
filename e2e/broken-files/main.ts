// `node scripts/run.mjs e2e/broken-files/main.ts [--files 10000] [--form epub] [--first 1]`: imports broken files of
// each format. Each file must be read or refused within 10 s and 500 MB, without a crash.
import { parseArgs } from 'node:util';
import { BROKEN_FORMS } from './broken-file.ts';
import { readBrokenFiles } from './rounds.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '10000' },
    form: { type: 'string' },
    first: { type: 'string', default: '1' },
  },
});
const first = Number(values.first);
const end = first + Number(values.files);
const say = (text: string): void => void process.stdout.write(`${text}\n`);

let violations = 0;
for (const form of values.form === undefined ? BROKEN_FORMS : [values.form]) {
  const report = await readBrokenFiles(form, first, end);
  const counts = [...report.outcomes].toSorted((a, b) => b[1] - a[1]).map(([outcome, count]) => `${outcome} ${count}`);
  const { seed, ms } = report.slowest;
  say(`${form}: ${counts.join(', ')}; slowest ${Math.round(ms)} ms (file ${seed}), ${Math.round(report.peak)} MB`);
  for (const violation of report.violations) say(`  VIOLATION ${violation}`);
  violations += report.violations.length;
}
say(`${end - first} files a form, ${violations} violations`);
process.exitCode = violations === 0 ? 0 : 1;
