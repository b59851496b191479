import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Application } from './host-state.ts';
import { extractArchive } from './packed/archive.ts';

interface PackageFile {
  readonly name?: string;
  readonly productName?: string;
  readonly version?: string;
  readonly main?: string;
}

/**
 * Reads the application at a path: a folder with a package.json, or a main file in the application's folder.
 * @throws file system errors if there is no application
 */
export function readApplication(path: string): Application {
  const place = resolve(path);
  if (!statSync(place).isDirectory()) {
    return { folder: dirname(place), entry: place, name: 'Electron', version: '0.0.0', isPackaged: false };
  }
  const about: PackageFile = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  return {
    folder: place,
    entry: join(place, about.main ?? 'index.js'),
    name: about.productName ?? about.name ?? 'Electron',
    version: about.version ?? '0.0.0',
    isPackaged: false,
  };
}

/**
 * Returns the application packaged with an executable, or null. Its archive is extracted once, into the user's cache.
 * @throws Error if a file's hash is wrong
 */
export function packedApplication(executable: string): Application | null {
  const archive = join(dirname(executable), 'resources', 'app.asar');
  if (!existsSync(archive)) return null;
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return { ...readApplication(extractArchive(archive, join(cache, 'lectern-stand-in'))), isPackaged: true };
}
