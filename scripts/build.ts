// `npm run build`: bundles the application into out/, skipping up-to-date bundles unless `--force` is given.
import { buildAll } from './build/build-all.ts';
import { root } from './steps.ts';

try {
  await buildAll(root, { isForced: process.argv.includes('--force') });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
