// Runs the tests. The last line is always `N passed, N failed`.
//
//   npm test                        the quick suite: all fast tests, and one window spec for each main workflow
//   npm test -- --changed[=COMMIT]  quick tests that may be affected by changes since COMMIT
//   npm test -- ARGUMENTS           Vitest with these arguments: a file, -t NAME, …
//   npm run test:all                every test, with the full number of rounds
//   npm run test:all -- --changed   long tests that may be affected by the changes
//   npm test -- --packed [SPEC…]    window specs against the packed application
//
// No display, account or network is needed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { append } from '../shared/rules/lists.ts';
import { baseCommit, changedEndToEnd, changedFiles, commitBeforeToday, coveringTests } from './changed-files.ts';
import { ensureChromium } from './ensure-chromium.ts';
import { reportResults, runInOrder, type Step, script, tool } from './steps.ts';
import { makeTestFolder, removeTestFolder } from './test-folder.ts';

/** The folder for all files that the tests write. It is removed at the end. */
const reports = makeTestFolder();
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interruption.abort(signal));

/** The last of these steps writes the report. */
interface TestRun {
  readonly steps: readonly Step[];
  readonly report: string;
  readonly count: (report: unknown) => Counts;
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const reportOf = (name: string): string => join(reports, `${name.replaceAll('/', '-')}.json`);

/**
 * Reads the report of a test runner. If the report is missing or invalid, the runner has crashed, and this counts as
 * one failure.
 */
function readCounts(file: string, read: (report: unknown) => Counts): Counts {
  try {
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const unitReportSchema = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), success: z.boolean() });
const windowReportSchema = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
  errors: z.array(z.unknown()),
});

/** Errors outside of tests count as one failure. They occur if a test file can't be loaded, for example. */
function unitCounts(report: unknown): Counts {
  const { numPassedTests, numFailedTests, success } = unitReportSchema.parse(report);
  return { passed: numPassedTests, failed: success ? numFailedTests : Math.max(1, numFailedTests) };
}

function windowCounts(report: unknown): Counts {
  const { stats, errors } = windowReportSchema.parse(report);
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

function unitTests(name: string, ...args: readonly string[]): TestRun {
  const report = reportOf(name);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return { steps: [tool(name, 'vitest', 'run', ...reporters, ...args)], report, count: unitCounts };
}

function windowSpecs(name: string, ...args: readonly string[]): TestRun {
  const report = reportOf(name);
  const specs = tool(name, 'playwright', 'test', ...args);
  const steps = [
    script('build', 'scripts/build.ts'),
    { ...specs, environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
  ];
  return { steps, report, count: windowCounts };
}

/**
 * Silent specs spend most of their time waiting, so they use three workers. Specs that record audio use one worker,
 * because recordings would otherwise have gaps.
 */
const allWindowSpecs = (...args: readonly string[]): TestRun[] => [
  windowSpecs('window specs', '--project=longest', '--project=silent', '--workers=3', ...args),
  windowSpecs('window specs with sound', '--project=listening', ...args),
];

const quickTests = (): TestRun[] => [
  unitTests('unit and process tests', '--project=!long'),
  ...allWindowSpecs('--grep=@main-flow'),
];

const allTests = (): TestRun[] => [unitTests('unit and process tests'), ...allWindowSpecs()];

/** Returns the quick tests that import a changed file, and the process tests and window specs that have changed. */
function quickTestsOfChanges(commitName: string | null): TestRun[] {
  const since = baseCommit(commitName);
  const files = changedFiles(since);
  const { tests, specs } = changedEndToEnd(files);
  console.log(`${files.length} files have changed since ${since.slice(0, 12)}.`);
  if (files.some((file) => file.startsWith('renderer/') || file.startsWith('e2e/window/')))
    console.log('Of the window specs, only changed ones run here: `npx playwright test` runs the others.');
  return [
    unitTests(
      'tests near the changes',
      `--changed=${since}`,
      '--passWithNoTests',
      '--project=!processes',
      '--project=!long',
    ),
    ...(tests.length > 0 ? [unitTests('changed process tests', ...tests)] : []),
    ...(specs.length > 0 ? [windowSpecs('changed window specs', ...specs)] : []),
  ];
}

/**
 * Returns the long tests and window specs that cover the changes. Each file is a separate run, and tests that have
 * changed come first.
 */
function longTestsOfChanges(commitName: string | null): TestRun[] {
  const since = commitName === null ? commitBeforeToday() : baseCommit(commitName);
  const { tests, specs } = coveringTests(since);
  console.log(
    `${tests.length} long tests and ${specs.length} spec files guard what changed since ${since.slice(0, 12)}.`,
  );
  return [
    ...tests.map((file) => unitTests(file, file)),
    ...specs.map((file) => windowSpecs(file, '--grep-invert=@main-flow', '--pass-with-no-tests', file)),
  ];
}

/** Packs the application and runs window specs against it. @param specs the specs to run; empty for all */
function packageTests(specs: readonly string[]): TestRun[] {
  process.env['LECTERN_PACKED'] = join('dist', 'linux-unpacked');
  const pack = script('package', 'scripts/pack.ts');
  const runs = specs.length > 0 ? [windowSpecs('window specs', '--workers=2', ...specs)] : allWindowSpecs();
  return runs.map(({ steps, ...run }, at) => ({ ...run, steps: [...(at === 0 ? [pack] : []), ...steps] }));
}

/**
 * Parses `--changed[=COMMIT]`, which must be the only argument. Returns the commit, null if no commit is given, or
 * undefined if the option is missing.
 */
function changedOption([option, ...rest]: readonly string[]): string | null | undefined {
  const found = /^--changed(?:=(.+))?$/.exec(option ?? '');
  return found && rest.length <= 1 ? (found[1] ?? rest[0] ?? null) : undefined;
}

function quickRuns(args: readonly string[]): TestRun[] {
  if (args[0] === '--packed') return packageTests(args.slice(1));
  const since = changedOption(args);
  if (since !== undefined) return quickTestsOfChanges(since);
  return args.length > 0 ? [unitTests('tests', ...args)] : quickTests();
}

/**
 * In minutes. CI has little time left after the quick suite. The first long test always runs, but the others only start
 * within this time.
 */
const MAX_START_MINUTES = 2;

/** Runs tests in order and returns the tests that were run. @param minutes after this time, no further tests start */
async function runAll(runs: readonly TestRun[], minutes = Number.POSITIVE_INFINITY): Promise<readonly TestRun[]> {
  const until = performance.now() + minutes * 60_000;
  const failed: string[] = [];
  let started = 0;
  for (const { steps } of runs) {
    if (performance.now() > until) break;
    started += 1;
    append(failed, await runInOrder(steps, interruption.signal));
  }
  const left = runs.slice(started).map(({ steps }) => steps.at(-1)?.name);
  if (left.length > 0) console.log(`\nOut of time, left for \`npm run test:all\`: ${left.join(', ')}`);
  reportResults(failed);
  return runs.slice(0, started);
}

try {
  await ensureChromium();
  // The tests start thousands of processes, which share a cache of compiled code.
  process.env['NODE_COMPILE_CACHE'] = join(reports, 'compiled');
  process.env['TMPDIR'] = reports;
  const [first, ...rest] = process.argv.slice(2);
  const isAll = first === '--all';
  if (isAll) process.env['LECTERN_ROUNDS'] = 'full';
  const since = isAll ? changedOption(rest) : undefined;
  const ran =
    since === undefined
      ? await runAll(isAll ? allTests() : quickRuns(process.argv.slice(2)))
      : await runAll(longTestsOfChanges(since), MAX_START_MINUTES);
  const counts = ran.map(({ report, count }) => readCounts(report, count));
  const sum = (of: keyof Counts) => counts.reduce((total, one) => total + one[of], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
} finally {
  removeTestFolder(reports);
}
