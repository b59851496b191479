import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

export function realPathOfExisting(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realPathOfExisting(parent), basename(absolute));
  }
}
