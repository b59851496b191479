// Small files that only their owner may read.
import { chmod } from 'node:fs/promises';
import { PRIVATE_FILE_MODE, replaceFile } from '../../../node/files/durable-write.ts';
import { makeFolder, PRIVATE_MODE } from '../../../node/files/make-folder.ts';

/** Makes a folder that only its owner may enter; one that is there is made so. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await makeFolder(folder, PRIVATE_MODE);
  await chmod(folder, PRIVATE_MODE);
}

/**
 * Writes a file that only its owner may read, in place of another one or of none. Its folder must exist.
 *
 * @throws what the system says; the old file is unchanged then
 */
export const writePrivateFile = (path: string, content: string | Uint8Array): Promise<void> =>
  replaceFile(path, content, PRIVATE_FILE_MODE);
