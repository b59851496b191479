// Finds what changed, and which tests that can affect.
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { root } from './steps.ts';

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

const rowsOf = (text: string): string[] => text.split('\n').filter(Boolean);

function commitOf(name: string): string | null {
  try {
    return git('rev-parse', '--verify', `${name}^{commit}`);
  } catch {
    return null;
  }
}

/**
 * The commit since which changes count: the one where this branch left `main`, and on `main` the one before the last.
 * @throws Error where a commit that was named, or any such, is unknown
 */
export function changesSince(named: string | null): string {
  if (named !== null) {
    const commit = commitOf(named);
    if (commit === null) throw new Error(`There is no commit ${named}.`);
    return commit;
  }
  const main = commitOf('main') ?? commitOf('origin/main');
  const common = main && rowsOf(git('merge-base', 'HEAD', main))[0];
  const since = common && common !== commitOf('HEAD') ? common : commitOf('HEAD~1');
  if (!since) throw new Error('There is no commit to compare with: name one, as in --changed=COMMIT.');
  return since;
}

/** Files that are not as they were in a commit, new ones too, and still there; by their path in the project. */
export function changedFiles(since: string): string[] {
  const changed = rowsOf(git('diff', '--name-only', '--diff-filter=d', since));
  const added = rowsOf(git('ls-files', '--others', '--exclude-standard'));
  return [...new Set([...changed, ...added])];
}

/** Changed process tests and window specs: these have no imports that would lead from a changed source file to them. */
export function changedEndToEnd(files: readonly string[]): { readonly tests: string[]; readonly specs: string[] } {
  return {
    tests: files.filter((file) => /^e2e\/.*\.test\.ts$/.test(file)),
    specs: files.filter((file) => /^e2e\/window\/.*\.spec\.ts$/.test(file)),
  };
}

/** The last commit before the day in which the newest one was made. In a repository that is younger, its first commit. */
export function commitBeforeToday(): string {
  const newest = Number(git('log', '-1', '--format=%ct'));
  const older = rowsOf(git('rev-list', '-1', `--before=${newest - 86_400}`, 'HEAD'));
  return older[0] ?? git('rev-list', '--max-parents=0', 'HEAD');
}

/**
 * Long tests by what they guard. Vitest finds tests through their imports, but a test of a process imports nothing of
 * what runs in it, and a window spec nothing of what it clicks on.
 */
const GUARDS: readonly { readonly sources: RegExp; readonly tests: string }[] = [
  { sources: /^service\//, tests: 'e2e/{service,conformance}/*.long.test.ts' },
  { sources: /^(shared\/service|electron\/core\/api)\//, tests: 'e2e/conformance/*.long.test.ts' },
  {
    sources: /^electron\/core\/(production|scheduler|project\/journal|project\/spending)\//,
    tests: 'e2e/{kill,cli-lost,stopping}.long.test.ts',
  },
  { sources: /^(node|electron\/core\/(export|project\/folder))\//, tests: 'e2e/{hostile-folders,bad-*}.long.test.ts' },
  { sources: /^electron\/cli/, tests: 'e2e/cli-*.long.test.ts' },
];

/** The feature of a window's file: `review` for `renderer/review/take-cards.tsx`. */
const featureOf = (file: string): string | undefined => /^renderer\/(\w+)\//.exec(file)?.[1];

/** Long process tests and window specs that guard changed files, and those that changed themselves. */
export function guardsOf(files: readonly string[]): { readonly tests: string[]; readonly specs: string[] } {
  const { tests, specs } = changedEndToEnd(files);
  const guards = GUARDS.filter(({ sources }) => files.some((file) => sources.test(file))).map(({ tests }) => tests);
  const features = new Set(files.map(featureOf).filter((feature) => feature !== undefined));
  const guarding = [...features].map((feature) => `e2e/window/${feature}*.spec.ts`);
  const all = (changed: string[], patterns: string[]) => [
    ...new Set([...changed, ...globSync(patterns, { cwd: root }).sort()]),
  ];
  return { tests: all(tests, guards).filter((file) => file.includes('.long.')), specs: all(specs, guarding) };
}
