import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests leave no global state behind, so that test files can share a process. */
const SHARED_PROCESS = [
  ...['shared', 'packages', 'node', 'scripts'],
  ...['electron/core', 'electron/cli', 'electron/ipc', 'electron/platform', 'e2e/growth'],
];
/** The same for the window, whose files need Vite. */
const SHARED_PROCESS_WINDOW = ['renderer'];
/** The same for tests that start processes, which run from bundles. */
const SHARED_PROCESS_BUNDLES = ['electron/studio', 'packages/speech-service'];
/** Files that mock modules. In a shared process, the mocks would persist in the next file. */
const MOCKING = [
  ...['app-menu', 'desktop', 'keychain', 'main-window', 'notices', 'utility-processes', 'windowless-program'].map(
    (name) => `electron/platform/${name}.test.ts`,
  ),
  'renderer/ui/overlays/before-leaving.test.ts',
];
/** Slow tests. `npm test` skips them; `npm run test:all` runs them. */
const LONG = ['**/*.long.test.ts'];

/**
 * Process tests that take several seconds. Vitest starts with the largest files, so one of these would run alone at the
 * end.
 */
const FIRST = ['e2e/kill', 'e2e/cli', 'e2e/hostile-run'].map((name) => `/${name}.test.ts`);

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isFirst = ({ moduleId }: TestSpecification) => FIRST.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

const EXCLUDED = ['scripts/layer-fixtures/**', 'node_modules/**', 'out/**'];
const testsIn = (folders: readonly string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
const propertyRounds = 'e2e/support/property-rounds.ts';
/**
 * Makes Node import the files itself, as it does outside of tests. With Vite's module runner, each use of an imported
 * name is a lookup, and code that decodes and measures audio takes five times as long.
 */
const nativeImports = {
  experimental: { viteModuleRunner: false },
  setupFiles: ['e2e/support/bundled-workers.ts', propertyRounds],
};
const globalSetup = ['e2e/support/build-first.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the number of cores, because files sometimes wait for disks and services.
    maxWorkers: availableParallelism() + 1,
    sequence: { groupOrder: 1, sequencer: SlowestFirst },
    // Only for tests that hang.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 240_000 } },
    setupFiles: [propertyRounds],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: testsIn(SHARED_PROCESS),
          exclude: [...EXCLUDED, ...MOCKING, ...LONG, ...testsIn(SHARED_PROCESS_BUNDLES)],
          isolate: false,
          ...nativeImports,
        },
      },
      {
        extends: true,
        test: {
          name: 'window',
          include: testsIn(SHARED_PROCESS_WINDOW),
          exclude: [...EXCLUDED, ...MOCKING, ...LONG],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'bundles',
          include: testsIn(SHARED_PROCESS_BUNDLES),
          exclude: [...EXCLUDED, ...LONG],
          isolate: false,
          globalSetup,
          ...nativeImports,
        },
      },
      { extends: true, test: { name: 'mocking', include: MOCKING, exclude: EXCLUDED } },
      // Processes mostly wait for each other, so run two files per core, before the other tests.
      {
        extends: true,
        test: {
          name: 'processes',
          include: testsIn(['e2e']),
          exclude: [...EXCLUDED, ...LONG, 'e2e/growth/**'],
          globalSetup,
          maxWorkers: 2 * availableParallelism(),
          ...nativeImports,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: LONG,
          exclude: EXCLUDED,
          globalSetup,
          ...nativeImports,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
