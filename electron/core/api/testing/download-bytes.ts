import { GrowingBytes } from '../../../../node/files/incoming-file.ts';
import type { DownloadOptions, DownloadSink } from '../download.ts';
import type { ServiceClient } from '../service-client.ts';

/** Keeps a file in memory. */
export class MemorySink implements DownloadSink {
  readonly #bytes = new GrowingBytes();

  get position(): number {
    return this.#bytes.length;
  }

  write(chunk: Uint8Array): void {
    this.#bytes.add(chunk);
  }

  restart(): void {
    this.#bytes.clear();
  }

  /** Everything written. */
  bytes(): Uint8Array {
    return this.#bytes.bytes();
  }
}

/** Downloads a file into memory. @throws as `download` */
export async function downloadBytes(
  client: Pick<ServiceClient, 'download'>,
  url: string,
  options: DownloadOptions,
): Promise<Uint8Array> {
  const to = new MemorySink();
  await client.download(url, { ...options, to });
  return to.bytes();
}
