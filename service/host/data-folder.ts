// The folder that a service keeps everything in. Only one service at a time may have it.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isPartName, PRIVATE_FILE_MODE, replaceFileSync } from '../../node/files/durable-write.ts';
import { UntrustedFolder } from '../../node/files/untrusted-folder.ts';
import { takeLock } from '../../node/sqlite/exclusive-lock.ts';
import { isBusy } from '../../node/sqlite/sqlite-codes.ts';
import { isUnfinishedJobFile } from '../jobs/job-files.ts';
import { KEY_FOLDER } from '../speech/configuration/engine-settings.ts';

const runningSchema = z.object({ address: z.string().min(1) });

/** Another service has the folder. */
export class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError';
  /** Where it listens, such as `http://127.0.0.1:8080`; undefined where it did not say. */
  readonly address: string | undefined;

  constructor(folder: string, address: string | undefined) {
    super(
      address === undefined
        ? `Another service is using the data folder ${folder} and does not say where it listens: stop it, or name another folder with --data.`
        : `A service with the data folder ${folder} is running already, at ${address}.`,
    );
    this.address = address;
  }
}

export interface DataPaths {
  readonly database: string;
  readonly audio: string;
  readonly samples: string;
  /** What is kept of the recordings that clones were made of. */
  readonly cloneSamples: string;
  /** For what is spoken long before it is heard: empty at the start. */
  readonly ahead: string;
  readonly account: string;
  /** Voice packs, a folder each. */
  readonly packs: string;
}

/** A folder that is held. The operating system lets go of it when the process ends, however it ends. */
export class DataFolder {
  readonly paths: DataPaths;
  readonly #running: string;
  readonly #release: () => void;

  private constructor(folder: string, release: () => void) {
    this.#release = release;
    this.#running = join(folder, 'running.json');
    this.paths = {
      database: join(folder, 'service.db'),
      audio: join(folder, 'audio'),
      samples: join(folder, 'samples'),
      cloneSamples: join(folder, 'clone-samples'),
      ahead: join(folder, 'ahead'),
      account: join(folder, 'account.json'),
      packs: join(folder, 'packs'),
    };
    // What a service that was killed left behind. Jobs whose files were being written are rendered again.
    rmSync(this.#running, { force: true });
    rmSync(this.paths.ahead, { recursive: true, force: true });
    const { audio, samples, ahead } = this.paths;
    for (const path of [audio, samples, ahead]) mkdirSync(path, { recursive: true, mode: 0o700 });
    removeFiles(audio, isUnfinishedJobFile);
    removeFiles(samples, isUnfinishedSample);
    for (const path of [folder, join(folder, KEY_FOLDER)]) removeFiles(path, isUnfinishedPrivateFile);
  }

  /**
   * Takes a folder, and makes it where there is none. Where another service has it but does not say where it listens,
   * that one is just starting or stopping: it is waited for.
   *
   * @param waitMs how long
   * @throws FolderTakenError
   */
  static async take(folder: string, waitMs = 10_000): Promise<DataFolder> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const givesUpAt = performance.now() + waitMs;
    for (;;) {
      const release = lockUnlessTaken(folder);
      if (release) return DataFolder.#held(folder, release);
      const address = runningAddress(join(folder, 'running.json'));
      if (address !== undefined || performance.now() > givesUpAt) throw new FolderTakenError(folder, address);
      await sleep(50);
    }
  }

  static #held(folder: string, release: () => void): DataFolder {
    try {
      return new DataFolder(folder, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  /** Tells others where the service listens. */
  announce(address: string): void {
    replaceFileSync(this.#running, `${JSON.stringify({ address, pid: process.pid })}\n`, PRIVATE_FILE_MODE);
  }

  /** To be called when the service begins to stop, so that no more clients come. */
  withdraw(): void {
    rmSync(this.#running, { force: true });
  }

  /** Lets the folder go. */
  close(): void {
    try {
      this.withdraw();
    } finally {
      this.#release();
    }
  }
}

const isUnfinishedSample = (name: string): boolean => /\.mp3\.(?:part|samples)$/.test(name);

/** Earlier versions wrote `account.json` as `account.json.4711.part`. */
const isUnfinishedPrivateFile = (name: string): boolean => isPartName(name) || /\.(?:json|key)\.\d+\.part$/.test(name);

/** Removes files by their names; the folder may be missing. */
function removeFiles(folder: string, isGone: (name: string) => boolean): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names.filter(isGone)) rmSync(join(folder, name), { force: true });
}

/** @returns lets go of the lock; undefined where another process has it */
function lockUnlessTaken(folder: string): (() => void) | undefined {
  try {
    return takeLock(new UntrustedFolder(folder), join(folder, 'lock.db'));
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function runningAddress(path: string): string | undefined {
  try {
    return runningSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).address;
  } catch {
    return undefined;
  }
}
