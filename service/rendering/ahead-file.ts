// What was spoken long before its listener takes it: a thread writes it to a file, and is free for others.
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../common/ids.ts';
import type { Samples } from '../speech/sample-blocks.ts';
import { SAMPLE_BYTES } from './sample-file.ts';

/** The file of one listener, which is read in the order in which it is written. */
export class AheadFile {
  readonly path: string;
  readonly #file: FileHandle;
  #read = 0;

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  /** @returns undefined where the disk takes no file */
  static async make(folder: string): Promise<AheadFile | undefined> {
    const path = join(folder, newId('ahead-'));
    const file = await open(path, 'wx+', 0o600).catch(() => undefined);
    return file && new AheadFile(path, file);
  }

  /** The next samples, which must be there. */
  async take(length: number): Promise<Samples> {
    const samples: Samples = new Int16Array(length);
    const bytes = new Uint8Array(samples.buffer);
    for (let at = 0; at < bytes.length; ) {
      const { bytesRead } = await this.#file.read(bytes, at, bytes.length - at, this.#read * SAMPLE_BYTES + at);
      if (bytesRead === 0) throw new Error('A file of samples is cut short.');
      at += bytesRead;
    }
    this.#read += length;
    return samples;
  }

  /** Nothing is left of it. */
  async remove(): Promise<void> {
    await this.#file.close();
    await rm(this.path, { force: true });
  }
}
