import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** A thing to check: a name and the command that checks it. */
export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** A tool of node_modules, or one of the project's own scripts. */
export const tool = (name: string, command: string, ...args: readonly string[]): Step => ({ name, command, args });
export const script = (name: string, file: string, ...args: readonly string[]): Step => ({
  name,
  command: process.execPath,
  args: [join(root, file), ...args],
});

/** The environment in which the tools of node_modules run, on the Node of node_modules. */
export const toolEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter),
});

/** Runs steps one after the other, all of them, and ends the process with 1 where one failed. */
export function runSteps(steps: readonly Step[]): void {
  const failed: string[] = [];
  for (const { name, command, args } of steps) {
    const startedAt = performance.now();
    console.log(`\n== ${name}`);
    const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: toolEnvironment() });
    console.log(`   ${status === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    if (status !== 0) failed.push(name);
  }
  console.log(`\n${failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`}`);
  if (failed.length > 0) process.exitCode = 1;
}
