// Runs a TypeScript file of this project on a Node that can: `node scripts/run.mjs FILE [ARGUMENTS]`.
import { spawn } from 'node:child_process';
// Not by its name, which older Nodes don't have.
import module from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundledNode, isNewEnough, tooOldMessage } from './node-version.mjs';

const self = fileURLToPath(import.meta.url);
// What was compiled once, TypeScript above all, is kept beside the packages: it is half of what a short command takes.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/lectern/compiled', import.meta.url));

/**
 * Imports a file in this process where this Node is new enough, else runs it on the bundled Node.
 * Exits with 2 and one sentence where there is none.
 */
export async function run(file, args) {
  if (isNewEnough(process.versions.node)) {
    // For this thread; those that it starts find it in their environment.
    module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
    process.argv = [process.argv[0], file, ...args];
    dieWithParent();
    await import(pathToFileURL(file).href);
    return;
  }
  const node = bundledNode();
  if (!node) {
    process.stderr.write(`${tooOldMessage(process.versions.node)}\n`);
    process.exit(2);
  }
  const child = spawn(node, [self, file, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // A terminal sends Ctrl-C to the whole group; a signal sent to this process alone is passed on.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/** Where this process is the second of the two, it must not outlive a first one that was killed. */
function dieWithParent() {
  if (!process.channel) return;
  process.channel.unref();
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

const [, own, file, ...args] = process.argv;
if (file && own && resolve(own) === self) await run(resolve(file), args);
