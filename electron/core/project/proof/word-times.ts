import type { WordTime } from '../../../../shared/model/proof.ts';

const FLOATS_PER_WORD = 3;
const BYTES_PER_FLOAT = 4;
/** Tenths of milliseconds. 32-bit floats aren't exact, and longer fractions are noise. */
const PRECISION = 10_000;

/** Stores 12 bytes for each word. */
export function packWordTimes(words: readonly WordTime[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(words.length * FLOATS_PER_WORD * BYTES_PER_FLOAT));
  words.forEach(({ startSeconds, endSeconds, confidence }, index) => {
    [startSeconds, endSeconds, confidence].forEach((value, place) => {
      bytes.setFloat32((index * FLOATS_PER_WORD + place) * BYTES_PER_FLOAT, value, true);
    });
  });
  return new Uint8Array(bytes.buffer);
}

/** Returns no words if the bytes are damaged. */
export function unpackWordTimes(packed: Uint8Array): WordTime[] {
  if (packed.length % (FLOATS_PER_WORD * BYTES_PER_FLOAT) !== 0) return [];
  const bytes = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const read = (at: number): number => Math.round(bytes.getFloat32(at * BYTES_PER_FLOAT, true) * PRECISION) / PRECISION;
  const words = Array.from({ length: packed.length / (FLOATS_PER_WORD * BYTES_PER_FLOAT) }, (_, index) => {
    const first = index * FLOATS_PER_WORD;
    return { startSeconds: read(first), endSeconds: read(first + 1), confidence: read(first + 2) };
  });
  const isValid = words.every(
    ({ startSeconds, endSeconds, confidence }) =>
      startSeconds >= 0 && endSeconds >= startSeconds && confidence >= 0 && confidence <= 1 && endSeconds < Infinity,
  );
  return isValid ? words : [];
}
