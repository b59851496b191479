import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resample } from './resample.ts';
import { StreamResampler } from './stream-resampler.ts';

const sound = (length: number): Float32Array =>
  Float32Array.from({ length }, (_, index) => Math.sin(index / 9) * Math.cos(index / 700) * 0.7);

function inPieces(whole: Float32Array, from: number, to: number, cuts: readonly number[]): Float32Array {
  const resampler = new StreamResampler(from, to);
  const pieces: Float32Array[] = [];
  let at = 0;
  for (const length of cuts) {
    pieces.push(resampler.add(whole.subarray(at, at + length)));
    at += length;
  }
  pieces.push(resampler.add(whole.subarray(at)), resampler.end());
  const joined = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let place = 0;
  for (const piece of pieces) {
    joined.set(piece, place);
    place += piece.length;
  }
  return joined;
}

for (const to of [8000, 11_111, 16_000, 22_050, 24_000, 44_100, 48_000]) {
  test(`sound in pieces becomes at ${to} Hz what the whole becomes`, () => {
    fc.assert(
      fc.property(fc.nat(60_000), fc.array(fc.nat(12_000), { maxLength: 8 }), (length, cuts) => {
        const whole = sound(length);
        const [expected] = resample({ sampleRate: 22_050, channels: [whole] }, to).channels;
        expect(inPieces(whole, 22_050, to, cuts)).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });
}

test('what is ready is given before the end', () => {
  const resampler = new StreamResampler(22_050, 44_100);
  expect(resampler.add(sound(22_050)).length).toBeGreaterThan(30_000);
});
