import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A data folder that is gone after the test. */
export function temporaryDataFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'lectern-data-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** All files of a folder and those in it, by their path from it. */
export function filesIn(folder: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, entry);
    if (statSync(path).isFile()) files.set(entry, readFileSync(path));
  }
  return files;
}

/** The permissions of a file or folder, as three digits of eight. */
export const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
