import { defineConfig } from 'vitest/config';

/** Folders whose tests change nothing that another file's could see: those run in one process after another. */
const TOGETHER = ['shared', 'codecs', 'node', 'electron/core', 'electron/cli', 'electron/ipc', 'renderer'];
/** Modules are replaced in these: what they replace would stay so for the next file. */
const REPLACING = ['renderer/ui/before-leaving.test.ts'];

const NEVER = ['scripts/layer-fixtures/**', 'node_modules/**', 'out/**'];
const together = TOGETHER.map((folder) => `${folder}/**/*.test.{ts,tsx}`);

export default defineConfig({
  test: {
    pool: 'forks',
    // One for each core: what is left out by default is a core for a person who types at the same time.
    maxWorkers: '100%',
    // These end what hangs; no test is held to a time.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    projects: [
      {
        extends: true,
        test: { name: 'together', include: together, exclude: [...NEVER, ...REPLACING], isolate: false },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['{electron/platform,electron/studio,service,scripts,e2e}/**/*.test.{ts,tsx}', ...REPLACING],
          exclude: NEVER,
          globalSetup: ['e2e/support/build-first.ts'],
        },
      },
    ],
  },
});
