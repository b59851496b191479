// Small files that only their owner may read.
import { randomUUID } from 'node:crypto';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushFolder } from '../../../node/files/flush.ts';
import { makeFolder, PRIVATE_MODE } from '../../../node/files/make-folder.ts';

/** Makes a folder that only its owner may enter; one that is there is made so. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await makeFolder(folder, PRIVATE_MODE);
  await chmod(folder, PRIVATE_MODE);
}

/**
 * Writes a file (mode 0600) whole or not at all: whenever the power fails, the old or the new one is there. Its folder
 * must exist.
 *
 * @throws what the system says
 */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  const beside = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {});
    throw error;
  }
  await flushFolder(dirname(path));
}
