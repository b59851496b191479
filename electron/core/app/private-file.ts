import { chmod } from 'node:fs/promises';
import { PRIVATE_FILE_MODE, replaceFile } from '../../../node/files/durable-write.ts';
import { makeFolder, PRIVATE_MODE } from '../../../node/files/make-folder.ts';

/** Creates a folder that only its owner can access, or restricts an existing one. */
export async function makePrivateFolder(folder: string): Promise<void> {
  await makeFolder(folder, PRIVATE_MODE);
  await chmod(folder, PRIVATE_MODE);
}

/** Writes a file that only its owner can read. @throws system errors, in which case the old file is unchanged */
export const writePrivateFile = (path: string, content: string | Uint8Array): Promise<void> =>
  replaceFile(path, content, PRIVATE_FILE_MODE);
