// Files that are there whole or not at all, even after a power loss. The bytes are written in a worker thread; waiting
// for the disk is done where it holds nothing up.

import { closeSync, fdatasync, openSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { writeAllSync } from '../../node/files/durable-write.ts';
import { at } from '../../shared/rules/at.ts';
import { SpeechError } from '../speech/speech-engine.ts';

// Work that costs little more for many than for one: a folder that is flushed has all the names that were put into it.

interface PendingFlush<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Runs the work once for all items that were added before it began. Runs never overlap. */
export class GroupedWork<T> {
  readonly #work: (items: readonly T[]) => Promise<readonly PromiseSettledResult<unknown>[]>;
  readonly #lingerMs: number;
  #waiting: PendingFlush<T>[] = [];
  #isWorking = false;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param work gives the items' results in their order; if it fails, it has failed for all
   * @param lingerMs milliseconds for which it waits for other items; an urgent item starts it
   */
  constructor(work: (items: readonly T[]) => Promise<readonly PromiseSettledResult<unknown>[]>, lingerMs: number) {
    this.#work = work;
    this.#lingerMs = lingerMs;
  }

  /** Settles as the work does that begins after this call. @param isUrgent begins it as soon as the one before is done */
  run(item: T, isUrgent: boolean): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (isUrgent) void this.#begin();
      else this.#timer ??= setTimeout(() => void this.#begin(), this.#lingerMs);
    });
  }

  async #begin(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      const all = this.#waiting;
      this.#waiting = [];
      await this.#settle(all);
    }
    this.#isWorking = false;
  }

  async #settle(all: readonly PendingFlush<T>[]): Promise<void> {
    try {
      const results = await this.#work(all.map(({ item }) => item));
      for (const [index, { resolve, reject }] of all.entries()) {
        const result = at(results, index);
        if (result.status === 'rejected') reject(result.reason);
        else resolve();
      }
    } catch (error) {
      for (const { reject } of all) reject(error);
    }
  }
}

const partPath = (path: string): string => `${path}.part`;
/** The samples that a file is made of, where they are too many for memory. */
export const samplesPath = (path: string): string => `${path}.samples`;

/** Removes what was written of a file that won't be finished. What can't be removed now is removed at the next start. */
export async function removeUnfinished(path: string): Promise<void> {
  for (const beside of [partPath(path), samplesPath(path)]) await rm(beside, { force: true }).catch(() => {});
}

/** A sentence for the client if the operating system refused a file; undefined for any other error. */
export function fileTrouble(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk of the service is full.';
  return code === '' ? undefined : `The audio file could not be written (${code}).`;
}

/** A file that is being made beside its place, to be put in it (`putInPlace`) once it is whole. */
export class PartialFile {
  readonly #place: string;
  readonly #path: string;
  readonly #file: number;
  #size = 0;
  #isOpen = true;

  /** @param path its place; the folder must be there */
  constructor(path: string) {
    this.#place = path;
    this.#path = partPath(path);
    this.#file = openSync(this.#path, 'w', 0o600);
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  /** Adds bytes at the end. */
  write(pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) {
      writeAllSync(this.#file, piece);
      this.#size += piece.length;
    }
  }

  /** Puts bytes over the first ones, which must be there. */
  writeStart(bytes: Uint8Array): void {
    writeAllSync(this.#file, bytes, 0);
  }

  /** Nothing more comes. It may be called again. */
  close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  /** Gives it its name without waiting for the disk: a power cut may leave less than all of it. */
  placeUnflushed(): void {
    this.close();
    renameSync(this.#path, this.#place);
  }

  /** It is not wanted any more. */
  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
  }
}

const datasync = promisify(fdatasync);

/**
 * Waits until what was written is on the disk. Only that is left to other threads: what is quick is done here, since
 * handing it over and back would take longer.
 */
async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = openSync(path, flags);
  try {
    await datasync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Milliseconds for which a file waits for others on its way to the disk. Flushing the folder, and what is noted afterwards,
 * is then done once for all of them: it takes more of the processor than anything else around a short line.
 */
const LINGER_MS = 20;

/** The files of one folder that are put in their places together. */
const folders = new Map<string, GroupedWork<string>>();

/** Each is whole or not there, and none is told to be in its place before the folder is flushed. */
async function putAllInPlace(folder: string, paths: readonly string[]): Promise<readonly PromiseSettledResult<void>[]> {
  const results = await Promise.allSettled(
    paths.map(async (path) => {
      await flush(partPath(path), 'r+');
      renameSync(partPath(path), path);
    }),
  );
  // On Windows a folder can't be opened, and need not be flushed.
  if (process.platform !== 'win32') await flush(folder, 'r');
  return results;
}

function placesOf(folder: string): GroupedWork<string> {
  const known = folders.get(folder) ?? new GroupedWork((paths) => putAllInPlace(folder, paths), LINGER_MS);
  folders.set(folder, known);
  return known;
}

/**
 * Flushes what was written beside and puts it in its place, together with others that come soon after it.
 *
 * @param isUrgent waits for no others
 * @throws SpeechError where the operating system refuses
 */
export async function putInPlace(path: string, isUrgent = false): Promise<void> {
  try {
    await placesOf(dirname(path)).run(path, isUrgent);
  } catch (error) {
    throw new SpeechError(fileTrouble(error) ?? String(error));
  }
}
