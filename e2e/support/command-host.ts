// A process that runs command lines one at a time. Each command runs from start to exit as in its own process, but
// modules are loaded only once.
import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { CLI_ENTRY } from './entries.ts';
import type { HostedCall, HostedResult } from './hosted-command.ts';

const exit = process.exit.bind(process);
const entry = pathToFileURL(CLI_ENTRY).href;
const output = { stdout: '', stderr: '' };
let calls = 0;

// Remove the listener limit, because each command adds its own listeners.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);
for (const name of ['stdout', 'stderr'] as const) {
  process[name].write = (text: string | Uint8Array, ...rest: readonly unknown[]) => {
    output[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
    const written = rest.find((one) => typeof one === 'function');
    if (written) setImmediate(() => written());
    return true;
  };
}
Reflect.set(process, 'exit', (status: number) => process.send?.({ status, ...output } satisfies HostedResult));
// Print the command's output before an uncaught error ends this process.
process.on('exit', () => writeSync(2, output.stderr));
process.on('disconnect', () => exit(0));
process.on('message', ({ args, environment }: HostedCall) => {
  for (const name of Object.keys(process.env)) if (name.startsWith('LECTERN_')) delete process.env[name];
  Object.assign(process.env, environment);
  process.argv = [process.execPath, CLI_ENTRY, ...args];
  Object.assign(output, { stdout: '', stderr: '' });
  calls += 1;
  void import(`${entry}?call=${calls}`);
});
