// The packaged application without its window: as the command line, as the local service that a command starts, and
// as the process in which that one speaks with a voice pack. The binary can't be used as Node (see the fuses in
// electron-builder.yml), so these are the only programs in it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';
import { dataFolder } from '../core/local-service/data-folder.ts';

export interface WindowlessProgram {
  readonly name: 'cli' | 'service' | 'voice-pack';
  /** What it is told, as if it had been started by itself. */
  readonly args: readonly string[];
}

const SWITCHES = { '--cli': 'cli', '--service': 'service', '--voice-pack': 'voice-pack' } as const;

/**
 * The program that a command line asks for: `BINARY [--switch…] --cli [--] ARGUMENTS`. What follows `--` is never read as a
 * switch by Chromium.
 *
 * @returns null: the window
 */
export function windowlessProgram(commandLine: readonly string[]): WindowlessProgram | null {
  for (const [index, argument] of commandLine.entries()) {
    if (index === 0) continue;
    if (!argument.startsWith('--') || argument === '--') return null;
    if (!Object.hasOwn(SWITCHES, argument)) continue;
    const rest = commandLine.slice(index + 1);
    const args = rest[0] === '--' ? rest.slice(1) : rest;
    return { name: SWITCHES[argument as keyof typeof SWITCHES], args };
  }
  return null;
}

/** Runs a program once Electron is ready; it ends the process itself. @param entry its own file, an absolute path */
export function runWindowless({ args }: WindowlessProgram, entry: string): void {
  app.setName('Lectern');
  // Not the window's: the two may run at once.
  if (!app.commandLine.hasSwitch('user-data-dir')) app.setPath('userData', join(dataFolder(), 'command'));
  if (process.platform === 'darwin') app.dock?.hide();
  process.argv = [process.execPath, entry, ...args];
  app
    .whenReady()
    .then(() => import(/* @vite-ignore */ pathToFileURL(entry).href))
    .catch((error) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      app.exit(1);
    });
}
