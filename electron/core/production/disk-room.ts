import { statfs } from 'node:fs/promises';

/** What a character of text becomes as uncompressed speech: 24 kHz, 16 bit, some 12 characters a second. Bytes. */
const BYTES_PER_CHARACTER = 4_000;
/** Kept free for the project's database and its log. Bytes. */
const RESERVE_BYTES = 4 * 1024 ** 2;

/**
 * Whether a folder's disk has room for the audio of this many characters: what can't be kept should not be paid for.
 *
 * @returns a sentence for the producer where it has not; null where it has, or where the disk does not say
 */
export async function lackOfRoom(folder: string, characters: number): Promise<string | null> {
  const needed = characters * BYTES_PER_CHARACTER + RESERVE_BYTES;
  try {
    const { bavail, bsize } = await statfs(folder);
    const free = bavail * bsize;
    if (free >= needed) return null;
    return (
      `The disk with ${folder} has ${inMegabytes(free)} left, and the next batch may need ${inMegabytes(needed)}: ` +
      'make room, then go on.'
    );
  } catch {
    return null;
  }
}

const inMegabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;
