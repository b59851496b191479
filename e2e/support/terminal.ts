// Runs `lectern` in a terminal, using the `script` command from util-linux, which every Debian system has.
import { existsSync } from 'node:fs';
import { playBack } from '../../electron/cli/testing/screen.ts';
import { startLectern } from './processes.ts';

/** Whether the `script` command from util-linux is available. */
export const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');

export interface TerminalRun {
  readonly status: number | null;
  readonly written: string;
  /** The lines on the screen at each animation frame. */
  readonly frames: readonly (readonly string[])[];
  /** The lines on the screen at the end. */
  readonly screen: readonly string[];
}

/**
 * Runs `lectern` in a terminal that is `columns` wide.
 * @param onWritten called after each write, with all output so far and a function that types keys
 */
export async function runOnTerminal(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  columns: number,
  onWritten: (written: string, type: (keys: string) => void) => void = () => {},
): Promise<TerminalRun> {
  // `script` needs the command as one string, and its terminal has no size unless `stty` sets one.
  const via = [
    'bash',
    '-c',
    `c="stty cols ${columns} rows 24; exec"; for w in "$@"; do c="$c $(printf %q "$w")"; done; exec script -qefc "$c" /dev/null`,
    'bash',
  ];
  const running = startLectern(args, { ...environment, TERM: 'xterm', SHELL: '/bin/bash' }, via);
  let written = '';
  running.process.stdout?.on('data', (text: string) => {
    written += text;
    onWritten(written, (keys) => void running.process.stdin?.write(keys));
  });
  const { status } = await running.result;
  const frames: (readonly string[])[] = [];
  const screen = playBack(written, columns, (rows) => frames.push(rows));
  return { status, written, frames, screen };
}
