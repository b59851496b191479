// After a power loss, a file is either complete or missing. Worker threads write files but don't wait until they are
// flushed.

import { closeSync, fdatasync, openSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { writeAllSync } from '../../../node/files/durable-write.ts';
import { at } from '../../../shared/rules/at.ts';
import { SpeechError } from '../speech/speech-engine.ts';

interface PendingFlush<T> {
  readonly item: T;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Batches operations whose cost barely depends on the number of items, such as flushing a folder. Batches never
 * overlap.
 */
export class BatchedWork<T> {
  readonly #work: (items: readonly T[]) => Promise<readonly PromiseSettledResult<unknown>[]>;
  readonly #lingerMs: number;
  #waiting: PendingFlush<T>[] = [];
  #isWorking = false;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param work returns the results in order
   * @param lingerMs how long to wait for more items in milliseconds, unless an item is urgent
   */
  constructor(work: (items: readonly T[]) => Promise<readonly PromiseSettledResult<unknown>[]>, lingerMs: number) {
    this.#work = work;
    this.#lingerMs = lingerMs;
  }

  run(item: T, isUrgent: boolean): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      if (isUrgent) void this.#runBatches();
      else this.#timer ??= setTimeout(() => void this.#runBatches(), this.#lingerMs);
    });
  }

  async #runBatches(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    while (this.#waiting.length > 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      const all = this.#waiting;
      this.#waiting = [];
      await this.#runBatch(all);
    }
    this.#isWorking = false;
  }

  async #runBatch(batch: readonly PendingFlush<T>[]): Promise<void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item));
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = at(results, index);
        if (result.status === 'rejected') reject(result.reason);
        else resolve();
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}

const partPath = (path: string): string => `${path}.part`;
/** Returns the path for samples that don't fit in memory. */
export const samplesPath = (path: string): string => `${path}.samples`;

/** Removes the temporary files of an unfinished file. Ignores errors, because the next start removes leftovers. */
export async function removeTemporaryFiles(path: string): Promise<void> {
  for (const beside of [partPath(path), samplesPath(path)]) await rm(beside, { force: true }).catch(() => {});
}

export function writeErrorMessage(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'The disk of the service is full.';
  return code === '' ? undefined : `The audio file could not be written (${code}).`;
}

export class PartialFile {
  readonly #place: string;
  readonly #path: string;
  readonly #file: number;
  #size = 0;
  #isOpen = true;

  constructor(path: string) {
    this.#place = path;
    this.#path = partPath(path);
    this.#file = openSync(this.#path, 'w', 0o600);
  }

  get size(): number {
    return this.#size;
  }

  write(pieces: readonly Uint8Array[]): void {
    for (const piece of pieces) {
      writeAllSync(this.#file, piece);
      this.#size += piece.length;
    }
  }

  writeStart(bytes: Uint8Array): void {
    writeAllSync(this.#file, bytes, 0);
  }

  close(): void {
    if (this.#isOpen) closeSync(this.#file);
    this.#isOpen = false;
  }

  /** Renames the file without flushing it. A power loss can truncate it. */
  renameUnflushed(): void {
    this.close();
    renameSync(this.#path, this.#place);
  }

  remove(): void {
    this.close();
    rmSync(this.#path, { force: true });
  }
}

const datasync = promisify(fdatasync);

/** Flushes a file's data. Only fdatasync is asynchronous: opening and closing are faster than a thread switch. */
async function flush(path: string, flags: 'r' | 'r+'): Promise<void> {
  const file = openSync(path, flags);
  try {
    await datasync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * How long to wait for other files, in milliseconds. Flushing the folder takes most of the CPU time for a short line,
 * so several files share one flush.
 */
const LINGER_MS = 20;

const committers = new Map<string, BatchedWork<string>>();

/** Flushes and renames files, then flushes the folder once. No file is reported as complete before that. */
async function commitAll(folder: string, paths: readonly string[]): Promise<readonly PromiseSettledResult<void>[]> {
  const results = await Promise.allSettled(
    paths.map(async (path) => {
      await flush(partPath(path), 'r+');
      renameSync(partPath(path), path);
    }),
  );
  // Windows can't open folders and doesn't need to flush them.
  if (process.platform !== 'win32') await flush(folder, 'r');
  return results;
}

function committerFor(folder: string): BatchedWork<string> {
  const known = committers.get(folder) ?? new BatchedWork((paths) => commitAll(folder, paths), LINGER_MS);
  committers.set(folder, known);
  return known;
}

/** Flushes a file and moves it into place, together with others that finish soon. @throws SpeechError */
export async function commitFile(path: string, isUrgent = false): Promise<void> {
  try {
    await committerFor(dirname(path)).run(path, isUrgent);
  } catch (error) {
    throw new SpeechError(writeErrorMessage(error) ?? String(error));
  }
}
