import { expect, it } from 'vitest';
import { sizeInWords } from './byte-words.ts';

it.each([
  [0, '0 bytes'],
  [800, '800 bytes'],
  [1_024, '1 KB'],
  [1_536, '1.5 KB'],
  [67_108_864, '64 MB'],
  [1_610_612_736, '1.5 GB'],
])('%i bytes are said as %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});
