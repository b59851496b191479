import { statfs } from 'node:fs/promises';

/** Bytes of uncompressed speech per character: 24 kHz, 16 bit, about 12 characters a second. */
const BYTES_PER_CHARACTER = 4_000;
/** Kept free for the project's database and its log, in bytes. */
const RESERVE_BYTES = 4 * 1024 ** 2;

export interface DiskShortage {
  readonly freeBytes: number;
  readonly neededBytes: number;
}

/**
 * Checks the disk space for the audio of this many characters, since audio that can't be stored shouldn't be paid for.
 *
 * @returns null if the space suffices or is unknown
 */
export async function diskShortage(folder: string, characters: number): Promise<DiskShortage | null> {
  const neededBytes = characters * BYTES_PER_CHARACTER + RESERVE_BYTES;
  try {
    const { bavail, bsize } = await statfs(folder);
    const freeBytes = bavail * bsize;
    return freeBytes >= neededBytes ? null : { freeBytes, neededBytes };
  } catch {
    return null;
  }
}
