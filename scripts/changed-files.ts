// Finds changed files and the tests they can affect.
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { dirname } from 'node:path';
import { root, toolEnvironment } from './steps.ts';

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

const splitLines = (text: string): string[] => text.split('\n').filter(Boolean);

function commitOf(name: string): string | null {
  try {
    return git('rev-parse', '--verify', `${name}^{commit}`);
  } catch {
    return null;
  }
}

/**
 * Returns the commit to compare with: the merge base with `main` or, on `main`, the previous commit.
 * @throws Error if the named commit is unknown, or if there is no previous commit
 */
export function baseCommit(commitName: string | null): string {
  if (commitName !== null) {
    const commit = commitOf(commitName);
    if (commit === null) throw new Error(`There is no commit ${commitName}.`);
    return commit;
  }
  const main = commitOf('main') ?? commitOf('origin/main');
  const common = main && splitLines(git('merge-base', 'HEAD', main))[0];
  const since = common && common !== commitOf('HEAD') ? common : commitOf('HEAD~1');
  if (!since) throw new Error('There is no commit to compare with: name one, as in --changed=COMMIT.');
  return since;
}

/** Returns the files that have been changed or added since a commit and still exist, relative to the root. */
export function changedFiles(since: string): string[] {
  const changed = splitLines(git('diff', '--name-only', '--diff-filter=d', since));
  const added = splitLines(git('ls-files', '--others', '--exclude-standard'));
  return [...new Set([...changed, ...added])];
}

/**
 * Returns the process tests and window specs that have changed. They don't import the sources they test, so they aren't
 * found through imports.
 */
export function changedEndToEnd(files: readonly string[]): { readonly tests: string[]; readonly specs: string[] } {
  return {
    tests: files.filter((file) => /^e2e\/.*\.test\.ts$/.test(file)),
    specs: files.filter((file) => /^e2e\/window\/.*\.spec\.ts$/.test(file)),
  };
}

/**
 * Returns the last commit that is at least one day older than the newest one. If there is none, returns the first
 * commit.
 */
export function commitBeforeToday(): string {
  const newest = Number(git('log', '-1', '--format=%ct'));
  const older = splitLines(git('rev-list', '-1', `--before=${newest - 86_400}`, 'HEAD'));
  return older[0] ?? git('rev-list', '--max-parents=0', 'HEAD');
}

/**
 * The sources that each long process test covers. Vitest finds affected tests through imports. However, process tests
 * don't import the code that runs in their processes, and window specs don't import the parts of the UI that they test.
 */
const COVERING_TESTS: readonly { readonly sources: RegExp; readonly tests: string }[] = [
  { sources: /^packages\/speech-service\//, tests: 'e2e/{service,conformance}/*.long.test.ts' },
  { sources: /^(packages\/tts-protocol|electron\/core\/api)\//, tests: 'e2e/conformance/*.long.test.ts' },
  {
    sources: /^electron\/core\/(production|scheduler|project\/journal|project\/spending)\//,
    tests: 'e2e/{kill,cli-lost,stopping,lost-lines,missing-log}.long.test.ts',
  },
  {
    sources: /^(node|electron\/core\/(export|project\/folder))\//,
    tests: 'e2e/{hostile-folders,bad-*,missing-*,former-project}.long.test.ts',
  },
  { sources: /^electron\/core\/(audio|project\/takes)\//, tests: 'e2e/{missing-audio,dialog-audio}.long.test.ts' },
  { sources: /^packages\/audio\//, tests: 'e2e/{missing-audio,dialog-audio}.long.test.ts' },
  { sources: /^(packages\/manuscript|electron\/core\/import)\//, tests: 'e2e/bad-input.long.test.ts' },
  { sources: /^(electron\/cli|bin\/|docs\/command-line)/, tests: 'e2e/{cli-*,manual-commands}.long.test.ts' },
  { sources: /^(electron\/platform|packages\/chromium-host)\//, tests: 'packages/chromium-host/*.long.test.ts' },
];

/** Returns the feature that a UI source belongs to, such as `inspector` for `renderer/inspector/take-cards.tsx`. */
const featureOf = (file: string): string | undefined => /^renderer\/(\w+)\//.exec(file)?.[1];

/**
 * Returns the long tests that import a file changed since a commit. If the test setup has changed, returns all long
 * tests.
 */
function importingTests(since: string): string[] {
  const args = ['list', '--filesOnly', '--project=long', `--changed=${since}`];
  const list = execFileSync('vitest', args, { cwd: root, encoding: 'utf8', env: toolEnvironment() });
  return splitLines(list).map((row) => row.replace(/^\[long\] /, ''));
}

const LONG_TEST = /\.long\.test\.tsx?$/;

function sharedFolders(first: string, second: string): number {
  const folders = dirname(first).split('/');
  const others = dirname(second).split('/');
  const at = folders.findIndex((folder, index) => folder !== others[index]);
  return at < 0 ? folders.length : at;
}

/** Sorts tests so that those closest to changed sources come first. */
function nearestFirst(tests: readonly string[], changed: readonly string[]): string[] {
  const sources = changed.filter((file) => !LONG_TEST.test(file));
  const nearness = new Map(
    tests.map((test) => [test, sources.reduce((most, file) => Math.max(most, sharedFolders(test, file)), 0)]),
  );
  return tests.toSorted((first, second) => (nearness.get(second) ?? 0) - (nearness.get(first) ?? 0));
}

/**
 * Returns the long tests and window specs that cover the changes since a commit. Tests that have changed come first,
 * then process tests for the changed folders, then tests that import a changed file.
 */
export function coveringTests(since: string): { readonly tests: string[]; readonly specs: string[] } {
  const files = changedFiles(since);
  const guards = COVERING_TESTS.filter(({ sources }) => files.some((file) => sources.test(file))).map(
    ({ tests }) => tests,
  );
  const features = new Set(files.map(featureOf).filter((feature) => feature !== undefined));
  const guarding = [...features].map((feature) => `e2e/window/${feature}*.spec.ts`);
  const matching = (patterns: readonly string[]) => globSync(patterns, { cwd: root }).sort();
  return {
    tests: [
      ...new Set([
        ...files.filter((file) => LONG_TEST.test(file)),
        ...matching(guards),
        ...nearestFirst(importingTests(since), files),
      ]),
    ],
    specs: [...new Set([...changedEndToEnd(files).specs, ...matching(guarding)])],
  };
}
