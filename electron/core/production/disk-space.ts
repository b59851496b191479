import { statfs } from 'node:fs/promises';

/** For uncompressed speech: 24 kHz, 16 bit, about 12 characters a second. */
const BYTES_PER_CHARACTER = 4_000;
const RESERVE_BYTES = 4 * 1024 ** 2;

export interface DiskShortage {
  readonly freeBytes: number;
  readonly neededBytes: number;
}

/** Audio that can't be stored shouldn't be paid for. Returns null if the space suffices or is unknown. */
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
