// `node scripts/run.mjs FILE [ARGUMENTS]`: runs one of this project's TypeScript files on a suitable version of Node.
import { spawn } from 'node:child_process';
// Uses the default import, because older versions of Node don't have the named export.
import module from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundledNode, isNewEnough, tooOldMessage } from './node-version.mjs';

const self = fileURLToPath(import.meta.url);
// Caches compiled code, because a short command spends half its time compiling, mostly TypeScript.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/lectern/compiled', import.meta.url));

/**
 * Imports a file into this process if this version of Node is new enough. Otherwise, runs the file on the bundled
 * Node. Exits with code 2 and a message if there is no suitable Node.
 */
export async function run(file, args) {
  if (isNewEnough(process.versions.node)) {
    // The call below affects only this thread. Other threads use the environment variable.
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
  // When the user presses Ctrl-C, the terminal sends a signal to the whole process group. A signal that was sent only
  // to this process must be forwarded.
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

/** Makes this child process exit if its parent is killed. */
function exitWithParent() {
  if (!process.channel) return;
  process.channel.unref();
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}

const [, own, file, ...args] = process.argv;
if (file && own && resolve(own) === self) await run(resolve(file), args);
