import { buildAll } from '../../scripts/build/build-all.ts';
import { root } from '../../scripts/steps.ts';
import { BUNDLED } from './entries.ts';

/**
 * Global setup for tests that start processes. Builds outdated bundles, which start in half the time of the sources,
 * and makes the test processes use them.
 */
export default async function buildFirst(): Promise<void> {
  await buildAll(root, { only: ['main'] });
  process.env[BUNDLED] = 'yes';
}
