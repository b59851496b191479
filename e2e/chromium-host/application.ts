import { existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Application } from './host-state.ts';
import { unpackedArchive } from './packed/archive.ts';

interface PackageFile {
  readonly name?: string;
  readonly productName?: string;
  readonly version?: string;
  readonly main?: string;
}

/**
 * The application at a path: a folder with a package.json, or a main file, whose folder is then the application's.
 * @throws Error of Node where there is none.
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
 * The application that is packed with an executable; null where there is none. Its archive is taken apart once, into the
 * user's cache.
 * @throws Error where a file in it is not what was packed
 */
export function packedApplication(executable: string): Application | null {
  const archive = join(dirname(executable), 'resources', 'app.asar');
  if (!existsSync(archive)) return null;
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return { ...readApplication(unpackedArchive(archive, join(cache, 'lectern-stand-in'))), isPackaged: true };
}
