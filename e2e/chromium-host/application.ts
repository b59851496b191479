import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Application } from './host-state.ts';

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
    return { folder: dirname(place), entry: place, name: 'Electron', version: '0.0.0' };
  }
  const about: PackageFile = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  return {
    folder: place,
    entry: join(place, about.main ?? 'index.js'),
    name: about.productName ?? about.name ?? 'Electron',
    version: about.version ?? '0.0.0',
  };
}
