import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,electron,service,codecs,scripts,e2e}/**/*.test.ts'],
    exclude: ['scripts/layer-fixtures/**', 'node_modules/**'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
