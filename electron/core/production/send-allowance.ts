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

export const charactersOf = (lines: readonly { readonly characters: number }[]): number =>
  lines.reduce((sum, { characters }) => sum + characters, 0);

/**
 * Counts all characters that a run orders, including retries, against its caps. Each batch is checked again when it is
 * written to the journal.
 */
export class SendAllowance {
  readonly #most: number;
  readonly #room: () => number;
  #planned = 0;
  #committed = 0;

  /**
   * @param most maximum characters to send in total
   * @param room returns the characters that the project's caps currently allow
   */
  constructor(most: number, room: () => number) {
    this.#most = most;
    this.#room = room;
  }

  /** Plans the initial order, which has already been checked against the caps. */
  plan(characters: number): void {
    this.#planned += characters;
  }

  /**
   * Plans more characters, on top of those sent and planned.
   *
   * @returns whether the caps allow it
   */
  tryPlan(characters: number, room = this.#room()): boolean {
    if (this.#planned + characters > this.#most) return false;
    if (this.#planned - this.#committed + characters > room) return false;
    this.#planned += characters;
    return true;
  }

  /** The characters that the caps currently allow, to be reused for several checks. */
  get room(): number {
    return this.#room();
  }

  drop(characters: number): void {
    this.#planned -= characters;
  }

  dropUnsent(): void {
    this.#planned = this.#committed;
  }

  leaves(characters: number): void {
    this.#committed += characters;
  }

  stays(characters: number): void {
    this.#committed -= characters;
  }
}

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
