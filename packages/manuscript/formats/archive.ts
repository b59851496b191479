// The files inside an archive that a document is. Nothing of it is written to a disk, so that names lead nowhere.
import { posix } from 'node:path';
import { documentError, ImportError } from './importable-file.ts';
import { unpackEntry, zipEntries } from './zip-files.ts';

/** What the files that are read of an archive may come to, in bytes. War and Peace has 4 MB. */
const MOST_UNPACKED_BYTES = 192 * 1024 * 1024;
const MOST_FILES = 20_000;

/** The text files of an archive, by their paths in it. */
export type Archive = ReadonlyMap<string, Uint8Array>;

/** An archive that was unpacked. */
interface UnpackedArchive {
  readonly archive: Archive;
  /** The files that differ in size or checksum from what the archive's directory says: they may be incomplete. */
  readonly inconsistent: readonly string[];
}

/**
 * Unpacks what is wanted of an archive.
 *
 * @param file its name, for errors
 * @throws ImportError `damaged`, or `too-large` if its files come to more than a book does
 */
export function openArchive(bytes: Uint8Array, file: string, isWanted: (path: string) => boolean): UnpackedArchive {
  const archive = new Map<string, Uint8Array>();
  const inconsistent: string[] = [];
  let room = MOST_UNPACKED_BYTES;
  try {
    const wanted = [...zipEntries(bytes)].filter(({ name }) => isWanted(name));
    const claimedBytes = wanted.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
    if (wanted.length > MOST_FILES || claimedBytes > MOST_UNPACKED_BYTES) throw documentError('too-large', file);
    for (const entry of wanted) {
      const unpacked = unpackEntry(bytes, entry, room);
      if (unpacked === null) throw documentError('too-large', file);
      archive.set(entry.name, unpacked.bytes);
      room -= unpacked.bytes.length;
      if (!unpacked.isAsDescribed) inconsistent.push(entry.name);
    }
    return { archive, inconsistent };
  } catch (error) {
    throw error instanceof ImportError ? error : documentError('damaged', file, error);
  }
}

/** The path in an archive that a reference in one of its files leads to, without its fragment; null: out of the archive. */
function pathInArchive(reference: string, from: string): string | null {
  const [address = ''] = reference.split('#', 1);
  if (/^[a-z][a-z\d+.-]*:/i.test(address)) return null;
  const path = posix.normalize(posix.join(posix.dirname(from), decoded(address)));
  return path.startsWith('..') ? null : path.replace(/^\//, '');
}

/**
 * The path of the file that a reference leads to, however either spells it: some makers encode names of files that are
 * encoded already, or mix capitals. Null: out of the archive.
 */
export function fileInArchive(archive: Archive, reference: string, from: string): string | null {
  const path = pathInArchive(reference, from);
  if (path === null || archive.has(path)) return path;
  const [address = ''] = reference.split('#', 1);
  const asWritten = posix.normalize(posix.join(posix.dirname(from), address));
  if (archive.has(asWritten)) return asWritten;
  const bare = (name: string): string => name.normalize('NFC').toLowerCase();
  return [...archive.keys()].find((key) => bare(key) === bare(path)) ?? path;
}

/** What a reference has behind its `#`. */
export const fragmentOf = (reference: string): string => decoded(reference.split('#')[1] ?? '');

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
