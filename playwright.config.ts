import { defineConfig } from '@playwright/test';

/**
 * The window's specs, two at a time: each has an application of several processes, which mostly wait for each other. With
 * three, sound has holes on two cores. No second try: a spec that fails, failed.
 */
export default defineConfig({
  testDir: 'e2e/window',
  testMatch: '**/*.spec.ts',
  outputDir: 'out/e2e/results',
  workers: 2,
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'out/e2e/report.json' }]],
  forbidOnly: true,
});
