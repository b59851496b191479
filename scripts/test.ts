// `npm test`: all tests. They bring what they need: no display, no account, no network beyond this machine. The last
// line counts them. `--changed[=COMMIT]` runs those near the changes; `--packed [SPEC…]` the specs of the window on what
// `npm run pack` makes, which is made first. Other arguments go to the unit tests' runner; with
// any, the window's specs are left out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { changedEndToEnd, changedFiles, changesSince } from './changed-files.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { conclude, runInTurn, type Step, script, tool } from './steps.ts';
import { makeTestFolder, removeTestFolder } from './test-folder.ts';

/** Everything that a run of the tests leaves behind lies in it, and goes with it. */
const reports = makeTestFolder();
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort(signal));
const chosen = process.argv.slice(2);

/** Steps that leave a report. */
interface TestRun {
  readonly steps: readonly Step[];
  readonly report: string;
  readonly count: (report: unknown) => Counts;
}

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

function unitTests(name: string, ...args: readonly string[]): TestRun {
  const report = join(reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { steps: [tool(name, 'vitest', 'run', ...reporters, ...args)], report, count: unitCounts };
}

function windowSpecs(name: string, ...args: readonly string[]): TestRun {
  const report = join(reports, `${name}.json`);
  const specs = tool(name, 'playwright', 'test', ...args);
  const steps = [
    script('build', 'scripts/build.ts'),
    { ...specs, environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  ];
  return { steps, report, count: windowCounts };
}

/** All specs: three at a time while none of them listens. */
const allWindowSpecs = (): TestRun[] => [
  windowSpecs('specs of the window', '--project=longest', '--project=silent', '--workers=3'),
  windowSpecs('specs that listen', '--project=listening'),
];

/** Tests that changed or import what changed, without those that time how it grows; of whole processes, changed ones. */
function testsOfChanges(named: string | null): TestRun[] {
  const since = changesSince(named);
  const files = changedFiles(since);
  const { tests, specs } = changedEndToEnd(files);
  console.log(`${files.length} files have changed since ${since.slice(0, 12)}.`);
  if (files.some((file) => file.startsWith('renderer/') || file.startsWith('e2e/window/')))
    console.log('Only specs of the window that changed themselves are run: npx playwright test runs others.');
  const near = [`--changed=${since}`, '--passWithNoTests', '--project=!processes', '--project=!growth'];
  return [
    unitTests('tests near the changes', ...near),
    ...(tests.length > 0 ? [unitTests('changed tests of whole processes', ...tests)] : []),
    ...(specs.length > 0 ? [windowSpecs('changed specs of the window', ...specs)] : []),
  ];
}

/** The specs of the window on the packed folder, which is made again. @param specs some of them; none: all */
function testsOfPackage(specs: readonly string[]): TestRun[] {
  process.env['LECTERN_PACKED'] = join('dist', 'linux-unpacked');
  const pack = script('package', 'scripts/pack.ts');
  const runs =
    specs.length > 0 ? [windowSpecs('chosen specs on the package', '--workers=2', ...specs)] : allWindowSpecs();
  return runs.map(({ steps, ...run }, at) => ({ ...run, steps: [...(at === 0 ? [pack] : []), ...steps] }));
}

function chosenRuns(): TestRun[] {
  const [changed, ...rest] = chosen;
  if (changed === '--packed') return testsOfPackage(rest);
  const [, commit] = /^--changed(?:=(.+))?$/.exec(changed ?? '') ?? [];
  if (changed?.startsWith('--changed') && rest.length <= 1) return testsOfChanges(commit ?? rest[0] ?? null);
  return chosen.length > 0 ? [unitTests('tests', ...chosen)] : [unitTests('tests'), ...allWindowSpecs()];
}

try {
  await ensureChromium();
  // The tests start some thousand processes of the same code: it is compiled once.
  process.env['NODE_COMPILE_CACHE'] = join(reports, 'compiled');
  process.env['TMPDIR'] = reports;
  const runs = chosenRuns();
  conclude(
    await runInTurn(
      runs.flatMap(({ steps }) => steps),
      interruption.signal,
    ),
  );
  const counts = runs.map(({ report, count }) => countsOf(report, count));
  const sum = (of: keyof Counts) => counts.reduce((total, one) => total + one[of], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
} finally {
  removeTestFolder(reports);
}
