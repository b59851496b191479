import { renameSync, rmSync, writeFileSync } from 'node:fs';

/** Writes a small file that only its owner may read, whole or not at all. @throws what the system says */
export function writePrivately(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.part`;
  try {
    writeFileSync(temporary, content, { mode: 0o600, flush: true });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Whether `writePrivately` was writing a file under this name when its process was killed. */
export const isUnfinishedPrivateFile = (name: string): boolean => /\.(?:json|key)\.\d+\.part$/.test(name);
