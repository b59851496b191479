export interface ByteSource {
  readonly length: number;
  /** Returns up to `count` bytes, which remain valid after further calls. @throws file system errors */
  read(offset: number, count: number): Uint8Array;
}

export type AudioBytes = Uint8Array | ByteSource;

export function asSource(audio: AudioBytes): ByteSource {
  if (!(audio instanceof Uint8Array)) return audio;
  return { length: audio.length, read: (offset, count) => audio.subarray(offset, offset + count) };
}

export const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

const latin1 = new TextDecoder('latin1');

export const latin1Text = (bytes: Uint8Array): string => latin1.decode(bytes);

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}

export function withLengthPrefix(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length, true);
  return joinBytes([length, bytes]);
}

/**
 * Returns an array element, or throws if the index is out of range. For loops over bytes and checksum tables; see
 * `sampleAt`.
 */
export function numberAt(numbers: Uint8Array | Uint16Array | Uint32Array | Int32Array, index: number): number {
  const number = numbers[index];
  if (number === undefined) throw new RangeError(`No number at index ${index} of ${numbers.length}.`);
  return number;
}
