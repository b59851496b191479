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
