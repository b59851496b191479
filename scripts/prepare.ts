// After `npm ci`: bundles what Node runs, so that the command line starts in a third of the time.
import { root } from './steps.ts';

try {
  // The bundler is one of the packages that only development needs.
  const { buildAll } = await import('./build/build-all.ts');
  await buildAll(root, { only: ['main'] });
} catch (error) {
  console.error(`The command line was not bundled, and starts from its sources: ${String(error)}`);
}
