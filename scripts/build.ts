// `npm run build`: bundles the application into out/. What is up to date is left as it is; --force builds all of it.
import { buildAll } from './build/build-all.ts';
import { root } from './steps.ts';

try {
  await buildAll(root, { isForced: process.argv.includes('--force') });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
