import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE_MODE } from '../../../node/files/durable-write.ts';
import { newId } from '../common/ids.ts';
import type { CloneSampleStore } from '../ports/clones.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { sampleName } from './clone-samples.ts';

/** Samples in an object store. No copies are kept on this machine. */
export class ObjectCloneSamples implements CloneSampleStore {
  readonly #objects: ObjectStore;
  readonly #scratch: string;
  readonly #missing = new Set<string>();

  /** @param scratch a folder for files that are being uploaded, created if necessary */
  constructor(objects: ObjectStore, scratch: string) {
    this.#objects = objects;
    this.#scratch = scratch;
  }

  has(id: string): boolean {
    return !this.#missing.has(id);
  }

  async write(id: string, wav: Uint8Array): Promise<void> {
    const name = sampleName(id);
    await mkdir(this.#scratch, { recursive: true, mode: 0o700 });
    const path = join(this.#scratch, newId('sample-'));
    try {
      await writeFile(path, wav, { mode: PRIVATE_FILE_MODE });
      await this.#objects.put(name, path);
    } finally {
      await rm(path, { force: true });
    }
  }

  async read(id: string): Promise<Uint8Array> {
    const found = await this.#objects.open(sampleName(id));
    if (found === undefined) {
      this.#missing.add(id);
      throw new Error('The clone has no sample.');
    }
    const parts: Uint8Array[] = [];
    for await (const part of found.read(0, found.size - 1)) parts.push(part);
    return Buffer.concat(parts);
  }

  async remove(id: string): Promise<void> {
    await this.#objects.remove(sampleName(id));
  }
}
