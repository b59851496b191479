// Files to verify: files chosen in the dialog, and copies of files dropped on the window.
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sidecarPath } from '@lectern/provenance';
import { MAX_DROPPED_BYTES, MAX_SIDECAR_BYTES } from '../../../../shared/ipc/verify-requests.ts';
import type { Verification } from '../../../../shared/model/verification.ts';
import { RequestError, refuse, requireFound } from '../../bridge/request-error.ts';
import type { Random } from '../../ports.ts';
import type { Signing } from '../signing/signing.ts';
import { verifyFile } from './verify-file.ts';

interface FileToVerify {
  readonly path: string;
  /** Folder of a dropped file's copy; null for a chosen file, which stays where it is. */
  readonly folder: string | null;
}

/** The window only receives IDs, never paths. Files are verified one at a time. */
export class FilesToVerify {
  readonly #signing: Pick<Signing, 'knownRoots'>;
  readonly #random: Random;
  readonly #registers: () => readonly string[];
  readonly #files = new Map<string, FileToVerify>();
  #cancelling = new AbortController();

  /** @param registers returns the folders with registers of fingerprints */
  constructor(signing: Pick<Signing, 'knownRoots'>, random: Random, registers: () => readonly string[]) {
    this.#signing = signing;
    this.#random = random;
    this.#registers = registers;
  }

  register(path: string): { readonly fileId: string; readonly name: string } {
    return { fileId: this.#add({ path, folder: null }), name: basename(path) };
  }

  /** Prepares an empty copy of a dropped file. */
  async receive(): Promise<{ readonly fileId: string }> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-verify-'));
    const path = join(folder, 'dropped.audio');
    await append(path, new Uint8Array(), MAX_DROPPED_BYTES);
    return { fileId: this.#add({ path, folder }) };
  }

  /** Adds bytes to the copy of a dropped file, or of the `.c2pa` file next to it. */
  async receivePart(fileId: string, part: 'audio' | 'sidecar', bytes: Uint8Array): Promise<void> {
    const { path, folder } = this.#require(fileId);
    if (folder === null) refuse({ kind: 'not-found', what: 'file' });
    if (part === 'audio') await append(path, bytes, MAX_DROPPED_BYTES);
    else await append(sidecarPath(path), bytes, MAX_SIDECAR_BYTES);
  }

  /** Verifies a file and closes it. @throws RequestError `not-found`, `cancelled` */
  async verify(fileId: string): Promise<Verification> {
    const file = this.#require(fileId);
    const { signal } = this.#cancelling;
    try {
      const ownRoots = await this.#signing.knownRoots();
      return await verifyFile(file.path, { anchors: [], ownRoots, registers: this.#registers(), signal });
    } finally {
      await this.#close(fileId);
    }
  }

  /** Cancels the verification, and deletes all copies. */
  async clear(): Promise<void> {
    this.#cancelling.abort(new RequestError({ kind: 'cancelled' }));
    this.#cancelling = new AbortController();
    for (const fileId of [...this.#files.keys()]) await this.#close(fileId);
  }

  #add(file: FileToVerify): string {
    const fileId = this.#random.id();
    this.#files.set(fileId, file);
    return fileId;
  }

  #require(fileId: string): FileToVerify {
    return requireFound(this.#files.get(fileId), 'file');
  }

  async #close(fileId: string): Promise<void> {
    const folder = this.#files.get(fileId)?.folder ?? null;
    this.#files.delete(fileId);
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  }
}

/** @throws RequestError `malformed-request` if the file would become too large */
async function append(path: string, bytes: Uint8Array, maxBytes: number): Promise<void> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'a', 0o600);
    if ((await file.stat()).size + bytes.byteLength > maxBytes)
      refuse({ kind: 'malformed-request', fields: ['bytes'] });
    await file.writeFile(bytes);
  } finally {
    await file?.close();
  }
}
