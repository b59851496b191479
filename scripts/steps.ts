import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Additional environment variables. */
  readonly environment?: NodeJS.ProcessEnv;
}

export const tool = (name: string, command: string, ...args: readonly string[]): Step => ({ name, command, args });
export const script = (name: string, file: string, ...args: readonly string[]): Step => ({
  name,
  command: process.execPath,
  args: [join(root, file), ...args],
});

/** Returns an environment in which tools from node_modules run on the version of Node in node_modules. */
export const toolEnvironment = (): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter),
});

const say = (isPassed: boolean, startedAt: number): void =>
  console.log(`   ${isPassed ? 'passed' : 'FAILED'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);

/**
 * Runs all steps in order, streaming their output.
 * @param interruption when aborted, sends its reason to the current step as a signal and fails all later steps
 * @returns the names of failed steps
 */
export async function runInOrder(steps: readonly Step[], interruption?: AbortSignal): Promise<string[]> {
  const failed: string[] = [];
  for (const { name, command, args, environment } of steps) {
    if (interruption?.aborted) {
      failed.push(name);
      continue;
    }
    const startedAt = performance.now();
    console.log(`\n== ${name}`);
    const env = { ...toolEnvironment(), ...environment };
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
    const end = () => child.kill(interruption?.reason);
    interruption?.addEventListener('abort', end);
    const [status] = await once(child, 'close');
    interruption?.removeEventListener('abort', end);
    say(status === 0, startedAt);
    if (status !== 0) failed.push(name);
  }
  return failed;
}

/**
 * Runs independent steps in parallel, one on each core. When a step has finished, shows its output.
 * @returns the names of failed steps
 */
export async function runInParallel(steps: readonly Step[]): Promise<string[]> {
  const failed: string[] = [];
  const waiting = [...steps];
  const worker = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const startedAt = performance.now();
      const { isPassed, output } = await runStep(step);
      console.log(`\n== ${step.name}`);
      process.stdout.write(output);
      say(isPassed, startedAt);
      if (!isPassed) failed.push(step.name);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return failed;
}

interface Outcome {
  readonly isPassed: boolean;
  /** Combined stdout and stderr. */
  readonly output: string;
}

/** Runs a step. Its output is coloured if this process runs in a terminal. */
async function runStep({ command, args }: Step): Promise<Outcome> {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...toolEnvironment(), ...colour },
  });
  const pieces: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => pieces.push(piece));
  }
  try {
    const [code] = await once(child, 'close');
    return { isPassed: code === 0, output: pieces.join('') };
  } catch (error) {
    return { isPassed: false, output: `${String(error)}\n` };
  }
}

/** Prints the result. Sets exit code 1 if any step failed. */
export function reportResults(failed: readonly string[]): void {
  console.log(`\n${failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}.`}`);
  if (failed.length > 0) process.exitCode = 1;
}
