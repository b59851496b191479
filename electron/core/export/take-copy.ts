// A take's file as it goes into an export: the bytes that are kept, but for wrong sizes in the head of a WAV file.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { AudioFormatError } from '../../../codecs/audio-format-error.ts';
import { RepairedWav, type WavRepair, wavRepair } from '../../../codecs/wav-repair.ts';
import { partsOfFile } from '../../../node/files/regular-file.ts';
import { FileSource } from '../audio/file-source.ts';

/** What was copied. */
export interface CopiedTake {
  /** The hexadecimal SHA-256 of the take's file. */
  readonly sourceHash: string;
  /** And of its copy, which is another one where the head was corrected. */
  readonly hash: string;
  readonly sizeBytes: number;
}

/** Bytes that are read at once to find the samples: a head is short. */
const HEAD_BYTES = 4_096;

/**
 * Copies a take's file part by part, however long it is.
 *
 * @param write takes the next bytes, which are valid until it is done
 * @param onUnread throws the error to throw where the file can't be read
 * @throws what `write` and `onUnread` throw
 */
export async function copyTake(
  file: FileHandle,
  write: (bytes: Uint8Array) => Promise<void>,
  onUnread: (error: unknown) => never,
): Promise<CopiedTake> {
  const [source, copy] = [createHash('sha256'), createHash('sha256')];
  let sizeBytes = 0;
  const parts = partsOfFile(file);
  let repaired: RepairedWav | null = null;
  try {
    const repair = repairOf(file);
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

/** A file that can't be read as audio is copied as it is. @throws what the file system says */
function repairOf({ fd }: FileHandle): WavRepair | null {
  try {
    return wavRepair(new FileSource(fd, HEAD_BYTES));
  } catch (error) {
    if (error instanceof AudioFormatError) return null;
    throw error;
  }
}
