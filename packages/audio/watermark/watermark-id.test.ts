import { expect, it } from 'vitest';
import { watermarkIdOf, watermarkIdText } from './watermark-id.ts';

it('derives the id from the SHA-256 of the project’s id', () => {
  // printf abc | sha256sum
  expect(watermarkIdText(watermarkIdOf('abc'))).toBe('ba7816bf');
});

it('formats ids as eight hexadecimal digits', () => {
  expect(watermarkIdText(0x2a)).toBe('0000002a');
  expect(watermarkIdText(0xffffffff)).toBe('ffffffff');
});
