// Archives are unpacked only in memory, so a malicious path can't write to disk.
import { posix } from 'node:path';
import { documentError, ImportError } from './importable-file.ts';
import { unpackEntry, zipEntries } from './zip-files.ts';

/** Limits that stop zip bombs. For comparison, War and Peace takes 4 MB. */
const MAX_UNPACKED_BYTES = 192 * 1024 * 1024;
const MAX_FILES = 20_000;

/** Unpacked files by path. */
export type Archive = ReadonlyMap<string, Uint8Array>;

interface UnpackedArchive {
  readonly archive: Archive;
  /** Paths of files that may be incomplete: the size or checksum doesn't match the archive's directory. */
  readonly inconsistent: readonly string[];
}

/** @throws ImportError `damaged`, or `too-large` if the files exceed the limits */
export function openArchive(bytes: Uint8Array, file: string, isWanted: (path: string) => boolean): UnpackedArchive {
  const archive = new Map<string, Uint8Array>();
  const inconsistent: string[] = [];
  let room = MAX_UNPACKED_BYTES;
  try {
    const wanted = [...zipEntries(bytes)].filter(({ name }) => isWanted(name));
    const claimedBytes = wanted.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
    if (wanted.length > MAX_FILES || claimedBytes > MAX_UNPACKED_BYTES) throw documentError('too-large', file);
    for (const entry of wanted) {
      const unpacked = unpackEntry(bytes, entry, room);
      if (unpacked === null) throw documentError('too-large', file);
      archive.set(entry.name, unpacked.bytes);
      room -= unpacked.bytes.length;
      if (!unpacked.isConsistent) inconsistent.push(entry.name);
    }
    return { archive, inconsistent };
  } catch (error) {
    throw error instanceof ImportError ? error : documentError('damaged', file, error);
  }
}

/** Returns the path without its fragment, or null if the path leads out of the archive. */
function pathInArchive(reference: string, basePath: string): string | null {
  const [address = ''] = reference.split('#', 1);
  if (/^[a-z][a-z\d+.-]*:/i.test(address)) return null;
  const path = posix.normalize(posix.join(posix.dirname(basePath), decodeReference(address)));
  return path.startsWith('..') ? null : path.replace(/^\//, '');
}

/**
 * Resolves a reference, tolerating double encoding and differences in case. Returns null if the reference leads out
 * of the archive.
 */
export function fileInArchive(archive: Archive, reference: string, basePath: string): string | null {
  const path = pathInArchive(reference, basePath);
  if (path === null || archive.has(path)) return path;
  const [address = ''] = reference.split('#', 1);
  const asWritten = posix.normalize(posix.join(posix.dirname(basePath), address));
  if (archive.has(asWritten)) return asWritten;
  const bare = (name: string): string => name.normalize('NFC').toLowerCase();
  return [...archive.keys()].find((key) => bare(key) === bare(path)) ?? path;
}

export const fragmentOf = (reference: string): string => decodeReference(reference.split('#')[1] ?? '');

function decodeReference(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
