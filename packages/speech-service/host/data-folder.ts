import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isPartName, PRIVATE_FILE_MODE, replaceFileSync } from '../../../node/files/durable-write.ts';
import { UntrustedFolder } from '../../../node/files/untrusted-folder.ts';
import { takeLock } from '../../../node/sqlite/exclusive-lock.ts';
import { isBusy } from '../../../node/sqlite/sqlite-codes.ts';
import { isUnfinishedJobFile } from '../jobs/job-files.ts';
import { KEY_FOLDER } from '../speech/configuration/engine-settings.ts';

const runningSchema = z.object({ address: z.string().min(1) });

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  readonly address: string | undefined;

  constructor(folder: string, address: string | undefined) {
    super(
      address === undefined
        ? `Another service is using the data folder ${folder}, but has no address yet: stop it, or choose another folder with --data.`
        : `A service with the data folder ${folder} is already running at ${address}.`,
    );
    this.address = address;
  }
}

export interface DataPaths {
  readonly database: string;
  readonly audio: string;
  readonly samples: string;
  readonly cloneSamples: string;
  /** Buffers for streams that are far ahead of their readers. Cleared when the service starts. */
  readonly ahead: string;
  readonly account: string;
  readonly packs: string;
}

/** A locked data folder. The operating system releases the lock when the process ends for any reason. */
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
    // Clean up after a killed process. Jobs with unfinished files are rendered again.
    rmSync(this.#running, { force: true });
    rmSync(this.paths.ahead, { recursive: true, force: true });
    const { audio, samples, ahead } = this.paths;
    for (const path of [audio, samples, ahead]) mkdirSync(path, { recursive: true, mode: 0o700 });
    removeFiles(audio, isUnfinishedJobFile);
    removeFiles(samples, isUnfinishedSample);
    for (const path of [folder, join(folder, KEY_FOLDER)]) removeFiles(path, isUnfinishedPrivateFile);
  }

  /**
   * Waits while the folder is locked but has no published address, because the service that locked it is starting or
   * stopping.
   */
  static async open(folder: string, waitMs = 10_000): Promise<DataFolder> {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const givesUpAt = performance.now() + waitMs;
    for (;;) {
      const release = tryLock(folder);
      if (release) return DataFolder.#prepare(folder, release);
      const address = readAddress(join(folder, 'running.json'));
      if (address !== undefined || performance.now() > givesUpAt) throw new FolderInUseError(folder, address);
      await sleep(50);
    }
  }

  static #prepare(folder: string, release: () => void): DataFolder {
    try {
      return new DataFolder(folder, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  publishAddress(address: string): void {
    replaceFileSync(this.#running, `${JSON.stringify({ address, pid: process.pid })}\n`, PRIVATE_FILE_MODE);
  }

  /** Removes the published address. Call this first when stopping, so that no new clients connect. */
  withdrawAddress(): void {
    rmSync(this.#running, { force: true });
  }

  close(): void {
    try {
      this.withdrawAddress();
    } finally {
      this.#release();
    }
  }
}

const isUnfinishedSample = (name: string): boolean => /\.mp3\.(?:part|samples)$/.test(name);

/** Also matches the temporary name of earlier versions, `account.json.4711.part`. */
const isUnfinishedPrivateFile = (name: string): boolean => isPartName(name) || /\.(?:json|key)\.\d+\.part$/.test(name);

function removeFiles(folder: string, shouldRemove: (name: string) => boolean): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  for (const name of names.filter(shouldRemove)) rmSync(join(folder, name), { force: true });
}

function tryLock(folder: string): (() => void) | undefined {
  try {
    return takeLock(new UntrustedFolder(folder), join(folder, 'lock.db'));
  } catch (error) {
    if (isBusy(error)) return undefined;
    throw error;
  }
}

function readAddress(path: string): string | undefined {
  try {
    return runningSchema.parse(JSON.parse(readFileSync(path, 'utf8'))).address;
  } catch {
    return undefined;
  }
}
