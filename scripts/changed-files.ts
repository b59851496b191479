// What `npm test -- --changed` runs: tests near the changes, for an answer in about a minute.
import { execFileSync } from 'node:child_process';
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

/** Of changed files, those that are tests of whole processes or specs of the window: each is run for itself alone. */
export function changedEndToEnd(files: readonly string[]): { readonly tests: string[]; readonly specs: string[] } {
  return {
    tests: files.filter((file) => /^e2e\/.*\.test\.ts$/.test(file)),
    specs: files.filter((file) => /^e2e\/window\/.*\.spec\.ts$/.test(file)),
  };
}
