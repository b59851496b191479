// The packaged binary can't run as plain Node (see the fuses in electron-builder.yml), so these programs run inside it.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';
import { dataFolder } from '../core/local-service/data-folder.ts';

export interface WindowlessProgram {
  readonly name: 'cli' | 'service' | 'voice-pack' | 'recogniser';
  readonly args: readonly string[];
}

const SWITCHES = {
  '--cli': 'cli',
  '--service': 'service',
  '--voice-pack': 'voice-pack',
  '--recogniser': 'recogniser',
} as const;

/** Parses `BINARY [--switch…] --cli [--] ARGUMENTS`. Returns null if the window should be opened. */
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

/** The program ends the process itself. */
export function runWindowless({ args }: WindowlessProgram, entry: string): void {
  app.setName('Lectern');
  // Separate from the window's folder, because both can run at the same time.
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
