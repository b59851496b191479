import { describe, expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

describe('a size', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1.0 kB'],
    [9_949, '9.9 kB'],
    [9_950, '10 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [4_560_000, '4.6 MB'],
    [12_400_000_000, '12 GB'],
    [3e15, '3000 TB'],
  ])('of %d bytes is %s', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words);
  });
});
