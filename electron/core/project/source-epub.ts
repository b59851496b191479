// The EPUB that a script was imported from. A copy is kept in the project's folder for exporting it with the audio.
import { join } from 'node:path';
import { UntrustedFolder } from '../../../node/files/untrusted-folder.ts';

export const SOURCE_EPUB = 'source.epub';
/** Larger books aren't kept. In bytes. */
export const MAX_SOURCE_BYTES = 64 * 1024 * 1024;

/** Returns null if there is no book, or if it can't be read. */
export const readSourceEpub = (folder: string): Promise<Uint8Array | null> =>
  new UntrustedFolder(folder).read(join(folder, SOURCE_EPUB), MAX_SOURCE_BYTES).catch(() => null);

/** Replaces the book of an earlier import. Doesn't keep books that are too large. @throws system errors */
export function keepSourceEpub(folder: string, bytes: Uint8Array): void {
  if (bytes.byteLength > MAX_SOURCE_BYTES) return;
  new UntrustedFolder(folder).replaceSync(join(folder, SOURCE_EPUB), bytes);
}
