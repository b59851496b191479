import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AudioFormatError, FileSource, RepairedWav, type WavRepair, wavRepair } from '@lectern/audio';
import { readChunks } from '../../../../node/files/regular-file.ts';

export interface CopiedTake {
  readonly sourceHash: string;
  /** Differs from `sourceHash` if the header was corrected. */
  readonly hash: string;
  readonly sizeBytes: number;
}

const HEADER_BYTES = 4_096;

/** @param write gets bytes that are valid until it resolves @param onUnread throws the error to report */
export async function copyTake(
  file: FileHandle,
  write: (bytes: Uint8Array) => Promise<void>,
  onUnread: (error: unknown) => never,
): Promise<CopiedTake> {
  const [source, copy] = [createHash('sha256'), createHash('sha256')];
  let sizeBytes = 0;
  const parts = readChunks(file);
  let repaired: RepairedWav | null = null;
  try {
    const repair = headerRepair(file);
    repaired = repair && new RepairedWav(repair);
  } catch (error) {
    onUnread(error);
  }
  for (;;) {
    const part = await parts.next().catch(onUnread);
    if (part.done) break;
    source.update(part.value);
    for (const bytes of repaired?.add(part.value) ?? [part.value]) {
      copy.update(bytes);
      sizeBytes += bytes.length;
      await write(bytes);
    }
  }
  return { sourceHash: source.digest('hex'), hash: copy.digest('hex'), sizeBytes };
}

/** Returns null if the file can't be parsed. It is then copied unchanged. @throws the system error */
function headerRepair({ fd }: FileHandle): WavRepair | null {
  try {
    return wavRepair(new FileSource(fd, HEADER_BYTES));
  } catch (error) {
    if (error instanceof AudioFormatError) return null;
    throw error;
  }
}
