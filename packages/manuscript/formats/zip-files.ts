// Reads ZIP files (APPNOTE 6.3.10). fflate isn't used because it silently truncates files larger than their
// directory entry states.
import { constants, crc32, inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly offset: number;
}

const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_LENGTH = 65_535;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_LOCATOR_BYTES = 20;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;
const UTF_8_FLAG = 1 << 11;
const STORED = 0;
const DEFLATED = 8;
/** Means that the actual value is in the ZIP64 extra field. */
const ZIP64_PLACEHOLDER = 0xffffffff;

/** Reads the central directory. @throws RangeError if the directory is missing or invalid */
export function* zipEntries(bytes: Uint8Array): Generator<ZipEntry> {
  const view = viewOf(bytes);
  let { count, at } = readEndRecord(view);
  for (; count > 0; count -= 1) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) throw new RangeError('no entry of a directory');
    const nameBytes = view.getUint16(at + 28, true);
    const extraBytes = view.getUint16(at + 30, true);
    const name = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const isUtf8 = (view.getUint16(at + 8, true) & UTF_8_FLAG) !== 0;
    const extra = bytes.subarray(at + ENTRY_BYTES + nameBytes, at + ENTRY_BYTES + nameBytes + extraBytes);
    const sizes = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
    const [unpackedBytes = 0, packedBytes = 0, offset = 0] = readZip64Values(sizes, extra);
    yield {
      name: new TextDecoder(isUtf8 ? 'utf-8' : 'latin1').decode(name),
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes,
      unpackedBytes,
      offset,
    };
    at += ENTRY_BYTES + nameBytes + extraBytes + view.getUint16(at + 32, true);
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function readEndRecord(view: DataView): { count: number; at: number } {
  let end = view.byteLength - END_BYTES;
  const first = Math.max(0, end - MAX_COMMENT_LENGTH);
  while (end >= first && view.getUint32(end, true) !== END) end -= 1;
  if (end < first) throw new RangeError('no end of a directory');
  const locator = end - ZIP64_LOCATOR_BYTES;
  if (locator >= 0 && view.getUint32(locator, true) === ZIP64_LOCATOR_SIGNATURE) {
    const end64 = Number(view.getBigUint64(locator + 8, true));
    if (view.getUint32(end64, true) === ZIP64_END_SIGNATURE) {
      return { count: Number(view.getBigUint64(end64 + 32, true)), at: Number(view.getBigUint64(end64 + 48, true)) };
    }
  }
  return { count: view.getUint16(end + 10, true), at: view.getUint32(end + 16, true) };
}

function readZip64Values(values: readonly number[], extra: Uint8Array): number[] {
  if (!values.includes(ZIP64_PLACEHOLDER)) return [...values];
  const view = viewOf(extra);
  for (let at = 0; at + 4 <= extra.length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let field = at + 4;
    return values.map((value) => {
      if (value !== ZIP64_PLACEHOLDER) return value;
      field += 8;
      return Number(view.getBigUint64(field - 8, true));
    });
  }
  return [...values];
}

export interface UnpackedFile {
  readonly bytes: Uint8Array;
  /** Whether size and checksum match the directory. */
  readonly isConsistent: boolean;
}

/**
 * Returns null if the content exceeds `maxBytes`.
 * @throws RangeError for an invalid offset or method; zlib errors for damaged data
 */
export function unpackEntry(archive: Uint8Array, entry: ZipEntry, maxBytes: number): UnpackedFile | null {
  const { offset, packedBytes, unpackedBytes, method, crc } = entry;
  const view = viewOf(archive);
  if (view.getUint32(offset, true) !== LOCAL_HEADER_SIGNATURE) throw new RangeError('no local header');
  const start = offset + LOCAL_HEADER_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedBytes > archive.length) throw new RangeError('beyond the end of the archive');
  const packed = archive.subarray(start, start + packedBytes);
  const bytes = method === STORED ? packed.slice() : method === DEFLATED ? inflate(packed, maxBytes) : undefined;
  if (bytes === undefined) throw new RangeError(`packed by method ${method}`);
  if (bytes === null || bytes.length > maxBytes) return null;
  return { bytes, isConsistent: bytes.length === unpackedBytes && crc32(bytes) === crc };
}

function inflate(packed: Uint8Array, maxBytes: number): Uint8Array | null {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes), finishFlush: constants.Z_FINISH });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') return null;
    throw error;
  }
}
