import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const FOLDER = join(import.meta.dirname, 'e2e', 'window');
/** Specs that record what the page plays: on two cores, what is recorded has holes where more than two run at a time. */
const LISTENING = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.spec.ts'))
  .filter((name) => readFileSync(join(FOLDER, name), 'utf8').includes('/support/heard.ts'))
  .map((name) => `**/${name}`);

/** A package does not offer the pseudo-languages. */
const LEFT_OUT = process.env['LECTERN_PACKED'] ? ['**/languages.spec.ts'] : [];

/** Silent specs that take longest: they begin first, so that none of them is left to run alone at the end. */
const LONGEST = ['story', 'accessibility', 'trouble', 'production'].map((name) => `**/${name}.spec.ts`);

/**
 * The window's specs: each has an application of several processes, which mostly wait for each other. No second try: a spec
 * that fails, failed.
 */
export default defineConfig({
  testDir: 'e2e/window',
  testMatch: '**/*.spec.ts',
  workers: 2,
  projects: [
    { name: 'longest', testMatch: LONGEST, outputDir: 'out/e2e/results/longest' },
    { name: 'silent', testIgnore: [...LISTENING, ...LONGEST, ...LEFT_OUT], outputDir: 'out/e2e/results/silent' },
    { name: 'listening', testMatch: LISTENING, outputDir: 'out/e2e/results/listening' },
  ],
  retries: 0,
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ?? 'out/e2e/report.json' }]],
  forbidOnly: true,
});
