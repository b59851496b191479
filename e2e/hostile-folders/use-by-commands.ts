// Runs every command on a received folder. All commands run in this process.
import { join } from 'node:path';
import { runCommand } from '../../electron/cli/run-command.ts';
import { shuffleItems } from '../hostile-service/seeded-random.ts';
import { containsMark } from './outside.ts';
import type { ReceivedFolder } from './template.ts';

export interface Use {
  readonly given: ReceivedFolder;
  /** The output folder. It contains a script. */
  readonly work: string;
  readonly script: string;
  readonly chance: () => number;
  /** Runs a step, which must finish in time. @param name a description of the step */
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T | null>;
  readonly violation: (what: string) => void;
}

interface CommandOutput {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export async function captureCommand(...args: readonly string[]): Promise<CommandOutput> {
  const told = { stdout: '', stderr: '' };
  const before = { stdout: process.stdout.write, stderr: process.stderr.write };
  const captureStream = (name: 'stdout' | 'stderr') => {
    const write = (text: unknown, ...rest: unknown[]): boolean => {
      told[name] += String(text);
      const done = rest.find((each) => typeof each === 'function');
      if (done) setImmediate(done as () => void);
      return true;
    };
    // Cast, because the type of `write` has more overloads than the command line uses.
    process[name].write = write as typeof process.stdout.write;
  };
  captureStream('stdout');
  captureStream('stderr');
  try {
    return { status: await runCommand(args), ...told };
  } finally {
    process.stdout.write = before.stdout;
    process.stderr.write = before.stderr;
  }
}

export async function useByCommands({ given, work, script, chance, step, violation }: Use): Promise<void> {
  const { folder, project } = given;
  const lines = ['--as', 'lines'];
  const calls: readonly (readonly string[])[] = [
    ['status', project],
    ['status', folder, '--json'],
    ['report', project, '--by', 'line', '--json'],
    ['report', project, '--by', 'chapter', '--csv', join(work, 'costs.csv')],
    ['report', project, '--csv', join(project, 'project.db')],
    ['export', project, ...lines, '--out', join(work, 'fresh'), '--json'],
    ['export', project, ...lines, '--out', folder],
    ['export', project, ...lines, '--out', folder, '--name', 'act/{chapter}/{line}', '--allow-stale'],
    ['export', project, ...lines, '--out', folder, '--name', 'Play.lectern/takes/{line}'],
    ['export', project, ...lines, '--out', join(project, 'takes')],
    ['export', project, ...lines, '--out', join(work, 'mp3'), '--format', 'mp3'],
    ['resume', project],
    ['resume', project, '--out', join(work, 'resumed'), '--retry-failed', '1', '--resubmit-in-doubt'],
    ['render', script, '--out', folder],
    ['render', script, '--out', join(work, 'rendered'), '--project', project, '--json'],
    ['import', script, '--project', project],
  ];
  for (const args of shuffleItems(calls, chance)) {
    const name = `lectern ${args.join(' ')}`;
    const told = await step(name, () => captureCommand(...args));
    if (!told) continue;
    const { status, stdout, stderr } = told;
    const said = `${stdout}\n${stderr}`;
    if (![0, 1, 2].includes(status)) violation(`${name}: ended with ${status}`);
    if (/^\s+at |node:internal|internal error/m.test(said)) violation(`${name}: ${stderr.slice(-800)}`);
    if (containsMark(said)) violation(`${name}: told what stands outside`);
    const sentence = stderr.trimEnd().split('\n').at(-1) ?? '';
    if (status === 2 && !/^lectern: .*[.!?]$/s.test(sentence)) violation(`${name}: no sentence: ${stderr.slice(-300)}`);
  }
}
