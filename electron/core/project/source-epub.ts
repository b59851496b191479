// The EPUB that a script was imported from. It is kept in the project's folder, so that its text can be exported with the
// audio.
import { join } from 'node:path';
import { PRIVATE_FILE_MODE } from '../../../node/files/durable-write.ts';
import { UntrustedFolder } from '../../../node/files/untrusted-folder.ts';

/** In the project's folder, with `/` as separator. */
export const SOURCE_EPUB = 'source/book.epub';
/** Larger books aren't kept. Picture books can be larger than the takes of a project. */
export const MAX_SOURCE_BYTES = 100 * 1024 * 1024;

const pathIn = (folder: string): string => join(folder, ...SOURCE_EPUB.split('/'));

/** Returns null if there is no book, or if it can't be read. */
export const readSourceEpub = (folder: string): Promise<Uint8Array | null> =>
  new UntrustedFolder(folder).read(pathIn(folder), MAX_SOURCE_BYTES).catch(() => null);

/** Replaces the book of an earlier import. @returns whether the book was kept @throws system errors */
export async function keepSourceEpub(folder: string, bytes: Uint8Array): Promise<boolean> {
  if (bytes.byteLength > MAX_SOURCE_BYTES) return false;
  const files = new UntrustedFolder(folder);
  await files.makeFolder(join(folder, 'source'));
  await files.replace(pathIn(folder), bytes, PRIVATE_FILE_MODE);
  return true;
}
