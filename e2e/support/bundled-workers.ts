// Setup for tests with up-to-date bundles: makes worker threads use bundles too, because loading a worker's sources
// takes longer than most of its tasks.
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import threads, { type WorkerOptions } from 'node:worker_threads';
import { root } from '../../scripts/steps.ts';
import { BUNDLED } from './entries.ts';

/** Returns the bundle of a module, or the module itself if it has none. */
function bundleOf(script: string | URL): string | URL {
  if (typeof script === 'string' || script.protocol !== 'file:' || !script.pathname.endsWith('.ts')) return script;
  const name = relative(root, fileURLToPath(script)).split(sep).join('-').replace(/\.ts$/, '.js');
  const bundle = join(root, 'out', name);
  return existsSync(bundle) ? bundle : script;
}

const IS_DONE = Symbol.for('lectern.bundled-workers');

if (process.env[BUNDLED] !== undefined && !(IS_DONE in threads)) {
  const { Worker } = threads;
  threads.Worker = class extends Worker {
    constructor(script: string | URL, options?: WorkerOptions) {
      super(bundleOf(script), options);
    }
  };
  Reflect.set(threads, IS_DONE, true);
  syncBuiltinESMExports();
}
