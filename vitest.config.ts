import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Folders whose tests change nothing that another file's could see: those run in one process after another. */
const TOGETHER = [
  ...['shared', 'codecs', 'node', 'scripts'],
  ...['electron/core', 'electron/cli', 'electron/ipc', 'electron/platform'],
];
/** The same of the window, whose files Node can't read as they are. */
const TOGETHER_IN_THE_WINDOW = ['renderer'];
/** The same of tests that start processes, which are bundled first. */
const TOGETHER_ON_BUNDLES = ['electron/studio', 'service'];
/** Modules are replaced in these: what they replace would stay so for the next file. */
const REPLACING = [
  ...['app-menu', 'desktop', 'main-window', 'notices', 'utility-processes', 'windowless-program'].map(
    (name) => `electron/platform/${name}.test.ts`,
  ),
  'renderer/ui/before-leaving.test.ts',
];
/** Tests that measure time. `npm test -- --changed` leaves them out. */
const GROWTH = ['**/time-growth.test.ts'];

/** Files that take half a minute and more. The runner begins with those of most bytes, and would end with one of these alone. */
const LONG = [
  'e2e/cli-processes',
  'e2e/conformance/mutations',
  'e2e/memory',
  'e2e/cli-lost',
  'e2e/kill',
  'e2e/service/kills',
  'e2e/manual-commands',
  'e2e/hostile-folders',
  'e2e/service/soak',
  'e2e/service/service-commands',
  'e2e/stopping',
  'e2e/cli-serve',
].map((name) => `/${name}.test.ts`);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const NEVER = ['scripts/layer-fixtures/**', 'node_modules/**', 'out/**'];
const testsOf = (folders: readonly string[]) => folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`);
/**
 * Node imports the files itself, as where they are used. In the runner's own modules each name that was imported is looked up at each
 * use: what decodes and measures takes five times as long.
 */
const asNodeDoes = {
  experimental: { viteModuleRunner: false },
  setupFiles: ['e2e/support/bundled-workers.ts'],
};
const globalSetup = ['e2e/support/build-first.ts'];

export default defineConfig({
  test: {
    pool: 'forks',
    // One for each core: what is left out by default is a core for a person who types at the same time.
    maxWorkers: '100%',
    sequence: { groupOrder: 1, sequencer: LongFirst },
    // These end what hangs; no test is held to a time.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 240_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: testsOf(TOGETHER),
          exclude: [...NEVER, ...REPLACING, ...GROWTH],
          isolate: false,
          ...asNodeDoes,
        },
      },
      {
        extends: true,
        test: {
          name: 'together in the window',
          include: testsOf(TOGETHER_IN_THE_WINDOW),
          exclude: [...NEVER, ...REPLACING, ...GROWTH],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'together on bundles',
          include: testsOf(TOGETHER_ON_BUNDLES),
          exclude: [...NEVER, ...GROWTH],
          isolate: false,
          globalSetup,
          ...asNodeDoes,
        },
      },
      { extends: true, test: { name: 'apart', include: REPLACING, exclude: NEVER } },
      { extends: true, test: { name: 'growth', include: GROWTH, exclude: NEVER, ...asNodeDoes } },
      // Of whole processes, which mostly wait for each other: two files for each core, and before the others.
      {
        extends: true,
        test: {
          name: 'processes',
          include: testsOf(['e2e']),
          exclude: NEVER,
          globalSetup,
          maxWorkers: 2 * availableParallelism(),
          ...asNodeDoes,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
});
