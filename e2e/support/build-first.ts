import { buildAll } from '../../scripts/build/build-all.ts';
import { root } from '../../scripts/steps.ts';
import { BUNDLED } from './entries.ts';

/**
 * Global setup for tests that start processes: builds outdated bundles, which start in half the time of the sources,
 * and tells the test processes to use them.
 */
export default async function buildFirst(): Promise<void> {
  await buildAll(root, { only: ['main'] });
  process.env[BUNDLED] = 'yes';
}
