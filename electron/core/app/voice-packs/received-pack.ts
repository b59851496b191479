// A dropped pack is sent in parts, because a web page can't access its files' paths.
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isPackPath, PACK_LIMITS } from '@lectern/tts-protocol';
import { PRIVATE_FILE_MODE, writeAll } from '../../../../node/files/durable-write.ts';
import { makeFolder, PRIVATE_MODE } from '../../../../node/files/make-folder.ts';
import { PackError } from '../../../../node/voice-packs/read-pack.ts';
import { refuse } from '../../bridge/request-error.ts';
import { isLeftover } from './unpack-archive.ts';

interface ExpectedFile {
  /** Relative to the folder, with `/` as separator. */
  readonly path: string;
  readonly size: number;
}

const ARCHIVE = 'archive';
const FOLDER = 'pack';

export class ReceivedPack {
  /** Indexes of the files to send, in the required order. */
  readonly wanted: readonly number[];
  readonly totalBytes: number;
  readonly #files: readonly ExpectedFile[];
  readonly #isFolder: boolean;
  readonly #place = Promise.withResolvers<string>();
  readonly #whole = Promise.withResolvers<void>();
  #open: { readonly at: number; readonly handle: FileHandle; written: number } | null = null;
  #next = 0;
  #received = 0;

  /** @throws PackError if the files can't be a pack */
  constructor(files: readonly ExpectedFile[], isFolder: boolean) {
    this.#files = files;
    this.#isFolder = isFolder;
    this.wanted = files.flatMap(({ path }, at) => (isFolder && isLeftover(path) ? [] : [at]));
    const wanted = this.wanted.map((at) => this.#fileAt(at));
    this.totalBytes = wanted.reduce((sum, { size }) => sum + size, 0);
    if (!isFolder && files.length > 1) throw new PackError('no-pack');
    if (this.totalBytes > PACK_LIMITS.bytes || wanted.length > PACK_LIMITS.files + 1) throw new PackError('malformed');
    const unusable = isFolder ? wanted.find(({ path }) => !isPackPath(path)) : undefined;
    if (unusable) throw new PackError('malformed', unusable.path);
    this.#whole.promise.catch(() => {});
    this.#place.promise.catch(() => {});
  }

  get received(): number {
    return this.#received;
  }

  /** Creates the pack or archive from the received files. Resolves when they are complete. A `PackMaker`. */
  async create(beside: string, signal: AbortSignal): Promise<string> {
    const give = (): void => this.#whole.reject(signal.reason);
    signal.addEventListener('abort', give, { once: true });
    try {
      await makeFolder(beside, PRIVATE_MODE);
      this.#place.resolve(beside);
      await this.#whole.promise;
      return join(beside, this.#isFolder ? FOLDER : ARCHIVE);
    } catch (error) {
      // A file might be waiting for the folder to be created.
      this.#place.reject(error);
      throw error;
    } finally {
      signal.removeEventListener('abort', give);
      await this.#open?.handle.close();
      this.#open = null;
    }
  }

  /** @throws RequestError if this isn't the expected file; system errors, after which the whole pack fails */
  async receiveChunk(at: number, bytes: Uint8Array): Promise<void> {
    try {
      const open = this.#open?.at === at ? this.#open : await this.#begin(at);
      if (open.written + bytes.byteLength > this.#fileAt(at).size)
        refuse({ kind: 'malformed-request', fields: ['bytes'] });
      await writeAll(open.handle, bytes);
      open.written += bytes.byteLength;
      this.#received += bytes.byteLength;
    } catch (error) {
      this.#whole.reject(error);
      throw error;
    }
  }

  async end(): Promise<void> {
    try {
      await this.#finish();
      const next = this.wanted[this.#next];
      if (next !== undefined) throw new PackError('missing', this.#fileAt(next).path);
      this.#whole.resolve();
    } catch (error) {
      this.#whole.reject(error);
      throw error;
    }
  }

  async #begin(at: number) {
    await this.#finish();
    if (this.wanted[this.#next] !== at) return refuse({ kind: 'malformed-request', fields: ['file'] });
    const place = await this.#place.promise;
    const path = this.#isFolder ? join(place, FOLDER, ...this.#fileAt(at).path.split('/')) : join(place, ARCHIVE);
    await makeFolder(dirname(path), PRIVATE_MODE);
    this.#open = { at, handle: await open(path, 'wx', PRIVATE_FILE_MODE), written: 0 };
    return this.#open;
  }

  async #finish(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    this.#open = null;
    this.#next += 1;
    await open.handle.sync().finally(() => open.handle.close());
    if (open.written < this.#fileAt(open.at).size) throw new PackError('wrong-size', this.#fileAt(open.at).path);
  }

  #fileAt(at: number): ExpectedFile {
    return this.#files[at] ?? refuse({ kind: 'malformed-request', fields: ['file'] });
  }
}
