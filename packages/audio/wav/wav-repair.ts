// Replaces the placeholder sizes in streamed files. Because of them, other programs show a wrong length or none.
import { type AudioBytes, asSource, latin1Text } from '../codecs/bytes.ts';
import { wavHeader } from './wav-encode.ts';
import { isWav, readWavLayout } from './wav-layout.ts';

/** The parts of a repaired file: the new header, the original bytes from `from` to `to`, then `end`. */
export interface WavRepair {
  readonly head: Uint8Array;
  readonly from: number;
  readonly to: number;
  readonly end: Uint8Array;
}

const FILE_HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** Returns null if the sizes are correct. @throws AudioFormatError like `readWavLayout`; file system errors */
export function wavRepair(file: AudioBytes): WavRepair | null {
  const source = asSource(file);
  if (!isWav(source.read(0, FILE_HEADER_BYTES))) return null;
  const { hasCorrectSizes, dataOffset, frames, channels, sampleBytes, endsFile } = readWavLayout(source);
  if (hasCorrectSizes) return null;
  const dataBytes = frames * channels * sampleBytes;
  const dataEnd = dataOffset + dataBytes;
  const padding = dataBytes % 2;
  // If only the outer size is wrong, other chunks may follow the data.
  const to = endsFile ? dataEnd : source.length;
  const chunkBytes = Math.max(0, to - dataEnd - padding);
  const head = wavHeader(chunksBeforeData(source.read(0, dataOffset)), { frames, dataBytes, chunkBytes });
  return { head, from: dataOffset, to, end: new Uint8Array(to === dataEnd ? padding : 0) };
}

function chunksBeforeData(header: Uint8Array): Uint8Array {
  const chunks = header.subarray(FILE_HEADER_BYTES, header.length - CHUNK_HEADER_BYTES);
  if (latin1Text(chunks.subarray(0, 4)) !== 'ds64') return chunks;
  const size = new DataView(chunks.buffer, chunks.byteOffset).getUint32(4, true);
  return chunks.subarray(CHUNK_HEADER_BYTES + size);
}

export class RepairedWav {
  readonly #repair: WavRepair;
  #at = 0;

  constructor(repair: WavRepair) {
    this.#repair = repair;
  }

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
