// The EPUB that a script was imported from. A copy is kept in the project's folder for exporting it with the audio.
import { join } from 'node:path';
import { UntrustedFolder } from '../../../node/files/untrusted-folder.ts';

export const SOURCE_EPUB = 'source.epub';
/** Larger books aren't kept. In bytes. */
export const MAX_SOURCE_BYTES = 64 * 1024 * 1024;

/** Returns null if there is no book, or if it can't be read. */
export const readSourceEpub = (folder: string): Promise<Uint8Array | null> =>
  new UntrustedFolder(folder).read(join(folder, SOURCE_EPUB), MAX_SOURCE_BYTES).catch(() => null);

/** Returns null if there is no book, or if it can't be read. */
export function readSourceEpubSync(folder: string): Uint8Array | null {
  try {
    return new UntrustedFolder(folder).readSync(join(folder, SOURCE_EPUB), MAX_SOURCE_BYTES);
  } catch {
    return null;
  }
}

/**
 * Replaces the book of an earlier import. If there is no new one, or if it is too large to be kept, the earlier one is
 * removed, because it isn't what the script was imported from.
 * @throws system errors
 */
export function keepSourceEpub(folder: string, bytes: Uint8Array | null): void {
  const root = new UntrustedFolder(folder);
  const path = join(folder, SOURCE_EPUB);
  if (bytes !== null && bytes.byteLength <= MAX_SOURCE_BYTES) root.replaceSync(path, bytes);
  else if (root.statSync(path)) root.removeSync(path);
}
