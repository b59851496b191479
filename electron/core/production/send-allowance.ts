// What a run may still send: as much as the caps on what is spent let through, and the disk has room for.
import { statfs } from 'node:fs/promises';
import type { CapKind } from '../project/spending/remaining-budget.ts';

const CAPS: Readonly<Record<CapKind, string>> = {
  characters: 'The project’s cap on characters would be passed.',
  money: 'The project’s cap on what it may cost would be passed.',
  currency:
    'The project’s cap is in another currency than the price of the connection, so nothing can be held against it.',
  run: 'The cap on characters of this run would be passed.',
};

/** Which cap keeps lines back, in a sentence. */
export const describeCap = (kind: CapKind): string => CAPS[kind];

/** Why a line is not ordered. */
export const OVER_CAP = 'Not sent: the cap on what is spent would have been passed.';

export const charactersOf = (lines: readonly { readonly characters: number }[]): number =>
  lines.reduce((sum, { characters }) => sum + characters, 0);

/**
 * Counts the characters of all that a run orders, retries included, against its caps. What really leaves is checked once
 * more, batch by batch, as it is written down.
 */
export class SendAllowance {
  readonly #most: number;
  readonly #room: () => number;
  #planned = 0;
  /** Of those, the characters that left, or are leaving. */
  #committed = 0;

  /**
   * @param most characters that may leave in all
   * @param room characters that the project's caps leave at this moment
   */
  constructor(most: number, room: () => number) {
    this.#most = most;
    this.#room = room;
  }

  /** Plans what was ordered at first, whose caps were looked at before. */
  plan(characters: number): void {
    this.#planned += characters;
  }

  /** Plans this much more, on top of what was sent and what is planned, where the caps allow it. @returns whether they do */
  tryPlan(characters: number, room = this.#room()): boolean {
    if (this.#planned + characters > this.#most) return false;
    if (this.#planned - this.#committed + characters > room) return false;
    this.#planned += characters;
    return true;
  }

  /** Characters that the caps leave at this moment, for several questions in a row. */
  get room(): number {
    return this.#room();
  }

  /** What was planned is not ordered after all. */
  drop(characters: number): void {
    this.#planned -= characters;
  }

  /** Drops everything that is planned and not sent yet. */
  dropUnsent(): void {
    this.#planned = this.#committed;
  }

  leaves(characters: number): void {
    this.#committed += characters;
  }

  /** The batch that was being sent was not sent. */
  stays(characters: number): void {
    this.#committed -= characters;
  }
}

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
