// `node scripts/run.mjs FILE [ARGUMENTS]`: runs a TypeScript file of this project on a suitable Node.
import { spawn } from 'node:child_process';
// Use the default import, because older Node versions don't have the named export.
import module from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundledNode, isNewEnough, tooOldMessage } from './node-version.mjs';

const self = fileURLToPath(import.meta.url);
// Cache compiled code, because compiling takes half the time of a short command, mostly for TypeScript.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/lectern/compiled', import.meta.url));

/**
 * Imports a file into this process if this version of Node is new enough. Otherwise, runs the file on the bundled
 * Node. Exits with code 2 and a message if there is no suitable Node.
 */
export async function run(file, args) {
  if (isNewEnough(process.versions.node)) {
    // The call below affects only this thread. Other threads read the environment variable.
    module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
    process.argv = [process.argv[0], file, ...args];
    exitWithParent();
    await import(pathToFileURL(file).href);
    return;
  }
  const node = bundledNode();
  if (!node) {
    process.stderr.write(`${tooOldMessage(process.versions.node)}\n`);
    process.exit(2);
  }
  const child = spawn(node, [self, file, ...args], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  // A terminal sends Ctrl-C to the whole process group, but a signal sent only to this process must be forwarded.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/** Ends this child process if its parent is killed. */
function exitWithParent() {
  if (!process.channel) return;
  process.channel.unref();
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

const [, own, file, ...args] = process.argv;
if (file && own && resolve(own) === self) await run(resolve(file), args);
