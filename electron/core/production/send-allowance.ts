import { statfs } from 'node:fs/promises';
import type { CapKind } from '../project/spending/remaining-budget.ts';

const CAPS: Readonly<Record<CapKind, string>> = {
  characters: 'The project’s cap on characters would be passed.',
  money: 'The project’s cap on what it may cost would be passed.',
  currency:
    'The project’s cap is in another currency than the price of the connection, so nothing can be held against it.',
  run: 'The cap on characters of this run would be passed.',
};

export const describeCap = (kind: CapKind): string => CAPS[kind];

export const OVER_CAP = 'Not sent: the cap on what is spent would have been passed.';

/** Bytes of uncompressed speech per character: 24 kHz, 16 bit, about 12 characters a second. */
const BYTES_PER_CHARACTER = 4_000;
/** Kept free for the project's database and its log, in bytes. */
const RESERVE_BYTES = 4 * 1024 ** 2;

/**
 * Checks the disk space for the audio of this many characters, since audio that can't be stored shouldn't be paid for.
 *
 * @returns a sentence for the producer if space is short; null if it suffices or is unknown
 */
export async function missingDiskSpace(folder: string, characters: number): Promise<string | null> {
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
