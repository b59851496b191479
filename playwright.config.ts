import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

/** Each spec starts an application of its own, of several processes, which wait for each other a third of the time. */
const WORKERS = Math.min(4, Math.ceil(availableParallelism() * 1.5));

/** The window's specs. No second try: a spec that fails, failed. */
export default defineConfig({
  testDir: 'e2e/window',
  testMatch: '**/*.spec.ts',
  outputDir: 'out/e2e/results',
  workers: WORKERS,
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'out/e2e/report.json' }]],
  forbidOnly: true,
});
