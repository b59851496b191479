// Bytes of audio: where they are read from, and how they are put together.

/** Bytes that can be looked at anywhere: in memory, or in a file of which only a part is in memory at a time. */
export interface ByteSource {
  readonly length: number;
  /**
   * Up to `count` bytes from `offset` on: fewer at the end, and none beyond it. They stay as they are, whatever is asked
   * for next.
   *
   * @throws what reading the file throws
   */
  bytes(offset: number, count: number): Uint8Array;
}

/** What audio is read from. */
export type AudioBytes = Uint8Array | ByteSource;

/** Bytes in memory, as a source; a source as it is. */
export function asSource(from: AudioBytes): ByteSource {
  if (!(from instanceof Uint8Array)) return from;
  return { length: from.length, bytes: (offset, count) => from.subarray(offset, offset + count) };
}

/** Whether this machine keeps the bytes of a number in the order of a WAV file, as nearly all do. */
export const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

const latin1 = new TextDecoder('latin1');

/** Returns one character for each byte, for comparison with names and signatures, which are ASCII. */
export const characters = (bytes: Uint8Array): string => latin1.decode(bytes);

/** One array of all parts, in order. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}

/** A length in 32 bits, the lowest byte first, and the bytes. */
export function withLength(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length, true);
  return joinBytes([length, bytes]);
}

/**
 * The number at an index that must exist, as `sampleAt` reads samples: for loops over bytes and tables of checksums.
 *
 * @throws RangeError where there is none
 */
export function numberAt(numbers: Uint8Array | Uint16Array | Uint32Array | Int32Array, index: number): number {
  const number = numbers[index];
  if (number === undefined) throw new RangeError(`No number at index ${index} of ${numbers.length}.`);
  return number;
}
