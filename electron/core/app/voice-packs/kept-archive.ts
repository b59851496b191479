// A partly downloaded archive is kept until the pack is installed or the download is cancelled, even if the process is
// killed.
import { rmSync, statSync } from 'node:fs';
import { constants, type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { PRIVATE_FILE_MODE, replaceFileSync, writeAll } from '../../../../node/files/durable-write.ts';
import { makeFolderSync, PRIVATE_MODE } from '../../../../node/files/make-folder.ts';
import { hashFile } from '../../../../node/files/regular-file.ts';
import { UntrustedFolder } from '../../../../node/files/untrusted-folder.ts';
import { takeTemporaryLock } from '../../../../node/sqlite/exclusive-lock.ts';
import { isBusy } from '../../../../node/sqlite/sqlite-codes.ts';
import { listNames } from '../../../../node/voice-packs/pack-folders.ts';
import type { DownloadSink, FileValidator } from '../../api/download.ts';

/** The files of an archive are named after its hash. @param home the data folder */
const downloadsFolder = (home: string): string => join(home, 'service', 'arriving-packs');

const ARCHIVE = '.archive';
const NOTES = '.json';
const LOCK = '.lock';

/** Downloads that haven't been resumed for this long are removed. In milliseconds. */
const RETENTION_MS = 30 * 86_400_000;

const MAX_NOTES_BYTES = 64 * 1024;

const notesSchema = z.object({
  format: z.literal(1),
  pack: z.string().nullable(),
  validator: z.string().max(2000).nullable(),
  /** Size of the whole archive in bytes; null if not known yet. */
  total: z.int().min(0).nullable(),
});
type Notes = z.infer<typeof notesSchema>;

export interface PartialDownload {
  readonly sha256: string;
  readonly pack: string | null;
  readonly bytes: number;
}

export function partialDownloads(home: string): PartialDownload[] {
  const folder = downloadsFolder(home);
  return listNames(folder).flatMap((name) => {
    const [, sha256] = /^([0-9a-f]{64})\.archive$/.exec(name) ?? [];
    if (sha256 === undefined) return [];
    const size = sizeOf(join(folder, name));
    return size === 0 ? [] : [{ sha256, pack: readNotes(folder, sha256).pack, bytes: size }];
  });
}

/** @throws SQLite errors (`isBusy` while one of them is being downloaded); system errors */
export function discardPartialDownloads(home: string, matches: (part: PartialDownload) => boolean): void {
  for (const { sha256 } of partialDownloads(home).filter(matches)) {
    const release = lockArchive(downloadsFolder(home), sha256);
    try {
      removeFiles(downloadsFolder(home), sha256);
    } finally {
      release();
    }
  }
}

/** An archive locked for download by this process. Callers must `close` it. */
export class PartialArchive implements DownloadSink, FileValidator {
  readonly path: string;
  readonly #folder: string;
  readonly #sha256: string;
  readonly #release: () => void;
  readonly #file: FileHandle;
  #notes: Notes;
  #position: number;

  private constructor(
    folder: string,
    sha256: string,
    release: () => void,
    file: FileHandle,
    notes: Notes,
    size: number,
  ) {
    this.path = join(folder, sha256 + ARCHIVE);
    this.#folder = folder;
    this.#sha256 = sha256;
    this.#release = release;
    this.#file = file;
    this.#notes = notes;
    this.#position = size;
  }

  /** Locks the archive. @throws SQLite errors (`isBusy` while another process downloads it) */
  static async open(home: string, sha256: string, pack: string | null, now: number): Promise<PartialArchive> {
    const folder = downloadsFolder(home);
    makeFolderSync(folder, PRIVATE_MODE);
    removeExpired(folder, now);
    const release = lockArchive(folder, sha256);
    try {
      const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
      const file = await open(join(folder, sha256 + ARCHIVE), flags, 0o600);
      const { size } = await file.stat();
      const notes = { ...readNotes(folder, sha256), pack };
      return new PartialArchive(folder, sha256, release, file, notes, size);
    } catch (error) {
      release();
      throw error;
    }
  }

  get position(): number {
    return this.#position;
  }

  get validator(): string | null {
    return this.#notes.validator;
  }

  set validator(validator: string | null) {
    this.#updateNotes({ validator });
  }

  get total(): number | null {
    return this.#notes.total;
  }

  set total(total: number | null) {
    this.#updateNotes({ total });
  }

  async write(chunk: Uint8Array): Promise<void> {
    await writeAll(this.#file, chunk, this.#position);
    this.#position += chunk.byteLength;
  }

  async restart(): Promise<void> {
    await this.#file.truncate(0);
    this.#position = 0;
  }

  /** Flushes the received data to disk and returns its hexadecimal SHA-256. */
  async hash(): Promise<string> {
    await this.#file.sync();
    return hashFile(this.#file);
  }

  async close(fate: 'keep' | 'remove'): Promise<void> {
    try {
      await this.#file.close();
      if (fate === 'remove' || this.#position === 0) removeFiles(this.#folder, this.#sha256);
    } finally {
      this.#release();
    }
  }

  /** Written before the data that it describes, so that the two match even if the process is killed. */
  #updateNotes(change: Partial<Notes>): void {
    this.#notes = { ...this.#notes, ...change };
    replaceFileSync(join(this.#folder, this.#sha256 + NOTES), JSON.stringify(this.#notes), PRIVATE_FILE_MODE);
  }
}

const lockArchive = (folder: string, sha256: string): (() => void) =>
  takeTemporaryLock(new UntrustedFolder(folder), join(folder, sha256 + LOCK));

/** If the notes are unreadable, the download starts over. */
function readNotes(folder: string, sha256: string): Notes {
  try {
    const text = new UntrustedFolder(folder).readSync(join(folder, sha256 + NOTES), MAX_NOTES_BYTES).toString('utf8');
    return notesSchema.parse(JSON.parse(text));
  } catch {
    return { format: 1, pack: null, validator: null, total: null };
  }
}

function removeFiles(folder: string, sha256: string): void {
  for (const ending of [ARCHIVE, NOTES]) rmSync(join(folder, sha256 + ending), { force: true });
}

function removeExpired(folder: string, now: number): void {
  for (const name of listNames(folder)) {
    const [, sha256] = /^([0-9a-f]{64})\./.exec(name) ?? [];
    if (sha256 === undefined || now - changedAt(join(folder, name)) < RETENTION_MS) continue;
    try {
      const release = lockArchive(folder, sha256);
      removeFiles(folder, sha256);
      release();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const changedAt = (path: string): number =>
  statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
