import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Searches upwards from this file, because its bundle in out/ is at a different depth than the source. */
export function packageVersion(): string {
  for (let folder = import.meta.dirname; dirname(folder) !== folder; folder = dirname(folder)) {
    const path = join(folder, 'package.json');
    if (!existsSync(path)) continue;
    const { version }: { readonly version?: unknown } = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof version === 'string') return version;
  }
  throw new Error(`No package.json with a version was found above ${import.meta.dirname}.`);
}
