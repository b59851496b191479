// Runs after `npm ci`. Bundles the Node code, so that the command line starts three times as fast.
import { root } from './steps.ts';

try {
  // The bundler is a development dependency, so it might not be installed.
  const { buildAll } = await import('./build/build-all.ts');
  await buildAll(root, { only: ['main'] });
} catch (error) {
  console.error(`The command line was not bundled, and starts from its sources: ${String(error)}`);
}
