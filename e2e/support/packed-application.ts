import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the path of an unpacked application's executable, relative to the application's folder. */
export function executableOf(platform: NodeJS.Platform): string {
  if (platform === 'win32') return 'Lectern.exe';
  if (platform === 'darwin') return join('Lectern.app', 'Contents', 'MacOS', 'Lectern');
  return 'lectern-window';
}

/** Returns the executable in a folder created by `npm run pack`, or null. */
export function packedExecutable(folder: string, platform: NodeJS.Platform = process.platform): string | null {
  const path = join(folder, executableOf(platform));
  return existsSync(path) ? path : null;
}

/** Returns the folder that `npm run pack` has created in `dist`, or null. */
export function packedFolder(dist: string, platform: NodeJS.Platform = process.platform): string | null {
  if (!existsSync(dist)) return null;
  const folders = readdirSync(dist).map((name) => join(dist, name));
  return folders.find((folder) => packedExecutable(folder, platform) !== null) ?? null;
}
