// WAV files that were streamed have placeholders for their sizes. Here we go to the end of such a file, but other programs take the
// placeholder for the length, or find no sound at all.
import { type AudioBytes, asSource, characters } from './bytes.ts';
import { wavHead } from './wav-encode.ts';
import { isWav, readWavLayout } from './wav-layout.ts';

/** How a WAV file becomes one whose sizes are true: the head, then bytes of the file from `from` up to `to`, then `end`. */
export interface WavRepair {
  readonly head: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly end: Uint8Array;
}

/** Bytes of the name of the file, before its first chunk, and of the head of a chunk. */
const NAME_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;

/**
 * How to correct the sizes of a WAV file; its samples stay as they are. Null where it has none to be corrected.
 *
 * @throws AudioFormatError as readWavLayout; what reading the file throws
 */
export function wavRepair(file: AudioBytes): WavRepair | null {
  const source = asSource(file);
  if (!isWav(source.bytes(0, NAME_BYTES))) return null;
  const { hasTrueSizes, dataOffset, frames, channels, sampleBytes, endsFile } = readWavLayout(source);
  if (hasTrueSizes) return null;
  const dataBytes = frames * channels * sampleBytes;
  const dataEnd = dataOffset + dataBytes;
  const padding = dataBytes % 2;
  // Chunks follow where the size of the sound is true, and only that of the file is not.
  const to = endsFile ? dataEnd : source.length;
  const chunkBytes = Math.max(0, to - dataEnd - padding);
  const head = wavHead(chunksBefore(source.bytes(0, dataOffset)), { frames, dataBytes, chunkBytes });
  return { head, from: dataOffset, to, end: new Uint8Array(to === dataEnd ? padding : 0) };
}

/** The chunks before the samples, without those for sizes of 64 bits. @param head all that comes before the samples */
function chunksBefore(head: Uint8Array): Uint8Array {
  const chunks = head.subarray(NAME_BYTES, head.length - CHUNK_HEAD_BYTES);
  if (characters(chunks.subarray(0, 4)) !== 'ds64') return chunks;
  const size = new DataView(chunks.buffer, chunks.byteOffset).getUint32(4, true);
  return chunks.subarray(CHUNK_HEAD_BYTES + size);
}

/** Corrects a file while it is read from its start. */
export class RepairedWav {
  readonly #repair: WavRepair;
  #at = 0;

  constructor(repair: WavRepair) {
    this.#repair = repair;
  }

  /** @param part the next bytes of the file. @returns what to write for them */
  *add(part: Uint8Array): Generator<Uint8Array> {
    const { head, from, to, end } = this.#repair;
    const start = this.#at;
    this.#at += part.length;
    if (start < from && this.#at >= from) yield head;
    const kept = part.subarray(Math.max(0, from - start), Math.max(0, to - start));
    if (kept.length > 0) yield kept;
    if (start < to && this.#at >= to && end.length > 0) yield end;
  }
}
