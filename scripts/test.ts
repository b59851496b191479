// `npm test`: all tests. They bring what they need: no display, no account, no network beyond this machine. The last
// line counts them. Arguments go to the unit tests' runner; with any, the window's specs are left out.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ensureChromium } from './ensure-chromium.ts';
import { conclude, runInTurn, type Step, script, tool } from './steps.ts';

const reports = mkdtempSync(join(tmpdir(), 'lectern-tests-'));
const unitReport = join(reports, 'unit.json');
const windowReport = join(reports, 'window.json');
const chosen = process.argv.slice(2);

const unitTests = tool(
  'tests',
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
  ...chosen,
);
const windowSteps: readonly Step[] = [
  script('build', 'scripts/build.ts'),
  tool('tests of the window', 'playwright', 'test'),
];

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** What a runner counted; one failure where it left no report, because then it did not get to its end. */
function countsOf(file: string, read: (report: unknown) => Counts): Counts {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const unitReportSchema = z.object({ numPassedTests: z.int(), numFailedTests: z.int() });
const windowReportSchema = z.object({ stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }) });

function unitCounts(report: unknown): Counts {
  const { numPassedTests, numFailedTests } = unitReportSchema.parse(report);
  return { passed: numPassedTests, failed: numFailedTests };
}

function windowCounts(report: unknown): Counts {
  const { expected, unexpected, flaky } = windowReportSchema.parse(report).stats;
  return { passed: expected, failed: unexpected + flaky };
}

try {
  await ensureChromium();
  process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = windowReport;
  // The tests start some thousand processes of the same code: it is compiled once.
  process.env['NODE_COMPILE_CACHE'] = join(reports, 'compiled');
  conclude(runInTurn([unitTests, ...(chosen.length === 0 ? windowSteps : [])]));
  const counts = [countsOf(unitReport, unitCounts)];
  if (chosen.length === 0) counts.push(countsOf(windowReport, windowCounts));
  const sum = (of: keyof Counts) => counts.reduce((total, one) => total + one[of], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
} finally {
  rmSync(reports, { recursive: true, force: true });
}
