import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests don't change any global state, so that all files can run in the same process. */
const SHARED_PROCESS = [
  ...['shared', 'packages', 'node', 'scripts'],
  ...['electron/core', 'electron/cli', 'electron/gateway', 'electron/ipc', 'electron/platform', 'e2e/growth'],
];
/** Like the folders above, but with window tests, whose files need Vite. */
const SHARED_PROCESS_WINDOW = ['renderer'];
/** Like the folders above, but with tests that start processes from bundles. */
const SHARED_PROCESS_BUNDLES = ['electron/studio', 'packages/speech-service'];
/**
 * Files that mock modules. If they shared a process with other files, the mocks would still be active in the next file.
 */
const MOCKING = [
  ...['app-menu', 'desktop', 'keychain', 'main-window', 'notices', 'utility-processes', 'windowless-program'].map(
    (name) => `electron/platform/${name}.test.ts`,
  ),
  'renderer/ui/overlays/before-leaving.test.ts',
];
/** Slow tests. `npm test` skips them; `npm run test:all` runs them. */
const LONG = ['**/*.long.test.ts'];

/**
 * Process tests that take several seconds. They must start first. Otherwise, because Vitest starts with the largest
 * files, a slow test in a small file would run alone at the end.
 */
const FIRST = [
  ...['e2e/kill', 'e2e/cli', 'e2e/hostile-run', 'e2e/conformance/local-service', 'e2e/npx', 'e2e/mixed-up-children'],
  ...['e2e/copied-project', 'e2e/writers'],
].map((name) => `/${name}.test.ts`);

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
 * Makes Node import the files itself, as it does outside of tests. In Vite's module runner, each use of an imported
 * name requires a lookup, so code that decodes and measures audio takes five times as long.
 */
const nativeImports = {
  experimental: { viteModuleRunner: false },
  setupFiles: ['e2e/support/bundled-workers.ts', propertyRounds],
};
const globalSetup = ['e2e/support/build-first.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // One more than the number of cores, because tests spend some time waiting for disks and services.
    maxWorkers: availableParallelism() + 1,
    sequence: { groupOrder: 1, sequencer: SlowestFirst },
    // This limit only serves to stop tests that hang.
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
          setupFiles: ['e2e/support/without-owner-stacks.ts'],
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
      // The processes spend most of their time waiting for each other, so this runs two files per core. These tests run
      // before the others.
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
