import { statfs } from 'node:fs/promises';

/** For uncompressed speech: 24 kHz, 16 bit, about 12 characters a second. */
const BYTES_PER_CHARACTER = 4_000;
const RESERVE_BYTES = 4 * 1024 ** 2;

export interface DiskShortage {
  readonly freeBytes: number;
  readonly neededBytes: number;
}

/** Returns null if there is enough space or the space is unknown. Audio that can't be stored shouldn't be paid for. */
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
