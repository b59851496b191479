import { describe, expect, test } from 'vitest';
import { stretchReading } from './prepared-line.ts';

const READING = { sounds: Uint8Array.of(1, 1, 2, 2, 3, 3), wordStarts: Int32Array.of(0, 2, 4, 6) };

describe('stretchReading', () => {
  test('lengthens each word', () => {
    const { sounds, wordStarts } = stretchReading(READING, 1.5);
    expect([...sounds]).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
    expect([...wordStarts]).toEqual([0, 3, 6, 9]);
  });

  test('leaves each word at least one frame', () => {
    const words = { sounds: new Uint8Array(8), wordStarts: Int32Array.of(0, 0, 0, 7, 7, 8) };
    for (const factor of [0.05, 0.3, 1]) {
      const starts = [...stretchReading(words, factor).wordStarts];
      for (const [index, start] of starts.entries()) expect(start).toBeGreaterThan(starts[index - 1] ?? -1);
    }
  });
});
