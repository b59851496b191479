import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { SyncService } from '../../../../shared/model/problems/project-problem.ts';

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exists: (path: string) => boolean;
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  home: homedir(),
  env: process.env,
  exists: existsSync,
});

/** Prefixes of folder names in macOS's `~/Library/CloudStorage`. The account's name can follow the prefix. */
const CLOUD_STORAGE: readonly (readonly [string, SyncService])[] = [
  ['OneDrive', 'OneDrive'],
  ['Dropbox', 'Dropbox'],
  ['GoogleDrive', 'Google Drive'],
];

/**
 * Returns the service that synchronises a folder, if the folder is in one of that service's usual locations. Sync
 * services copy databases while they are being written, which can damage the copy. They also lock files briefly.
 */
export function syncServiceOf(folder: string, machine: Machine = thisMachine()): SyncService | null {
  const { platform, home, env, exists } = machine;
  const { join, relative, isAbsolute, resolve } = platform === 'win32' ? path.win32 : path.posix;
  const isIn = (parent: string): boolean => {
    const rest = relative(resolve(parent), resolve(folder));
    return rest === '' || !(rest === '..' || rest.startsWith('../') || rest.startsWith('..\\') || isAbsolute(rest));
  };
  const oneDrives = [env['OneDrive'], env['OneDriveConsumer'], env['OneDriveCommercial'], join(home, 'OneDrive')];
  if (oneDrives.some((parent) => parent && isIn(parent))) return 'OneDrive';
  if (isIn(join(home, 'Dropbox'))) return 'Dropbox';
  if (isIn(join(home, 'Google Drive'))) return 'Google Drive';
  if (isIn(join(home, 'iCloudDrive'))) return 'iCloud Drive';
  if (platform !== 'darwin') return null;
  const cloudStorage = join(home, 'Library', 'CloudStorage');
  if (isIn(cloudStorage)) {
    const [name = ''] = relative(cloudStorage, resolve(folder)).split('/');
    return CLOUD_STORAGE.find(([prefix]) => name.startsWith(prefix))?.[1] ?? null;
  }
  const iCloud = join(home, 'Library', 'Mobile Documents');
  if (isIn(iCloud)) return 'iCloud Drive';
  // If “Desktop & Documents Folders” is turned on, iCloud Drive has an entry for each of these folders.
  const isMirrored = (name: string) => isIn(join(home, name)) && exists(join(iCloud, 'com~apple~CloudDocs', name));
  return ['Documents', 'Desktop'].some(isMirrored) ? 'iCloud Drive' : null;
}
