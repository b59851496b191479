import { expect, it } from 'vitest';
import { encodeWav } from './use-recorder.ts';

const ascii = (bytes: Uint8Array, from: number, to: number): string => new TextDecoder().decode(bytes.slice(from, to));

it('is a WAV file of one channel and 16 bits, with every sample in its place', () => {
  const bytes = encodeWav([new Float32Array([0, 1, -1]), new Float32Array([0.5, 2])], 48_000);
  const view = new DataView(bytes.buffer);
  expect([ascii(bytes, 0, 4), ascii(bytes, 8, 16), ascii(bytes, 36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data']);
  expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([bytes.byteLength - 8, 10]);
  expect([view.getUint16(22, true), view.getUint32(24, true), view.getUint16(34, true)]).toEqual([1, 48_000, 16]);
  expect([0, 1, 2, 3, 4].map((at) => view.getInt16(44 + 2 * at, true))).toEqual([0, 32_767, -32_767, 16_384, 32_767]);
});
