import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,electron,service,codecs,scripts,renderer,e2e}/**/*.test.{ts,tsx}'],
    exclude: ['scripts/layer-fixtures/**', 'node_modules/**', 'out/**'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
