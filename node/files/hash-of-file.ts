import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** Bytes of a file that are in memory at a time. */
const PART_BYTES = 1024 ** 2;

/**
 * Reads an open file from its start, part by part. Each part is valid until the next one.
 *
 * @throws what the system says
 */
export async function* partsOfFile(file: FileHandle): AsyncGenerator<Uint8Array> {
  const part = Buffer.allocUnsafe(PART_BYTES);
  for (let at = 0; ; ) {
    const { bytesRead } = await file.read(part, 0, PART_BYTES, at);
    if (bytesRead === 0) return;
    yield part.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** The hexadecimal SHA-256 of an open file. @throws what the system says */
export async function hashOfFile(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of partsOfFile(file)) hash.update(part);
  return hash.digest('hex');
}
