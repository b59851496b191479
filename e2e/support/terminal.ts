// Runs `lectern` on a terminal with `script` from util-linux, which every Debian has.
import { existsSync } from 'node:fs';
import { playBack } from '../../electron/cli/testing/screen.ts';
import { startLectern } from './processes.ts';

/** Whether util-linux's `script` is available. */
export const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');

export interface TerminalRun {
  readonly status: number | null;
  readonly written: string;
  /** The screen's lines at each animation frame. */
  readonly frames: readonly (readonly string[])[];
  /** The screen's lines at the end. */
  readonly screen: readonly string[];
}

/**
 * Runs `lectern` on a terminal with `columns` columns.
 *
 * @param onWritten called on each write with all output so far and a function that types keys
 */
export async function onTerminal(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  columns: number,
  onWritten: (written: string, type: (keys: string) => void) => void = () => {},
): Promise<TerminalRun> {
  // `script` takes the command as one string, and its terminal has no size by default.
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
