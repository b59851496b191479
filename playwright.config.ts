import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const FOLDER = join(import.meta.dirname, 'e2e', 'window');
/**
 * Specs that record the audio that the page plays. On two cores, recordings have gaps if more than two of these specs
 * run at once.
 */
const LISTENING = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.spec.ts'))
  .filter((name) => readFileSync(join(FOLDER, name), 'utf8').includes('/support/heard.ts'))
  .map((name) => `**/${name}`);

/** Packaged applications don't include the pseudo-languages. */
const EXCLUDED = process.env['LECTERN_PACKED'] ? ['**/languages.spec.ts'] : [];

/** The slowest silent specs. They start first, so that none of them runs alone at the end. */
const LONGEST = ['story', 'accessibility', 'trouble', 'production'].map((name) => `**/${name}.spec.ts`);

/**
 * Runs the window's specs. Each spec starts an application with several processes, which spend most of the time waiting
 * for each other. There are no retries, because a flaky spec is a failure.
 */
export default defineConfig({
  testDir: 'e2e/window',
  testMatch: '**/*.spec.ts',
  workers: 2,
  projects: [
    { name: 'longest', testMatch: LONGEST, outputDir: 'out/e2e/results/longest' },
    { name: 'silent', testIgnore: [...LISTENING, ...LONGEST, ...EXCLUDED], outputDir: 'out/e2e/results/silent' },
    { name: 'listening', testMatch: LISTENING, outputDir: 'out/e2e/results/listening' },
  ],
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'out/e2e/report.json' }]],
  forbidOnly: true,
});
