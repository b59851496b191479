// Set-up for the tests that start processes: what they start is bundled first, which starts in half the time of the sources.
import { buildAll } from '../../scripts/build/build-all.ts';
import { root } from '../../scripts/steps.ts';
import { BUNDLED } from './entries.ts';

/** Builds what is not up to date, and tells the tests' own processes, which start after this, that it is there. */
export default async function buildFirst(): Promise<void> {
  await buildAll(root, { only: ['main'] });
  process.env[BUNDLED] = 'yes';
}
