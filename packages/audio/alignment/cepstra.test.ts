import { describe, expect, test } from 'vitest';
import { COEFFICIENTS, frameAtSeconds, frameSeconds, measureCepstra, shortenSilences } from './cepstra.ts';

const SPEECH = -20;
const SILENCE = -80;

const levels = (...runs: readonly (readonly [level: number, frames: number])[]): Float32Array =>
  Float32Array.from(runs.flatMap(([level, frames]) => Array<number>(frames).fill(level)));

describe('shortenSilences', () => {
  test('keeps three frames at each end of a long silence', () => {
    const { kept, keptOfOriginal } = shortenSilences(levels([SPEECH, 4], [SILENCE, 20], [SPEECH, 4]));
    expect([...kept]).toEqual([0, 1, 2, 3, 4, 5, 6, 21, 22, 23, 24, 25, 26, 27]);
    expect(keptOfOriginal[10]).toBe(7);
    expect(keptOfOriginal[24]).toBe(10);
  });

  test('keeps short silences, such as those before plosives', () => {
    expect(shortenSilences(levels([SPEECH, 4], [SILENCE, 8], [SPEECH, 4])).kept).toHaveLength(16);
  });

  test('removes silences at the ends except for three frames next to the speech', () => {
    const { kept } = shortenSilences(levels([SILENCE, 50], [SPEECH, 4], [SILENCE, 50]));
    expect([...kept]).toEqual([47, 48, 49, 50, 51, 52, 53, 54, 55, 56]);
  });

  test('keeps everything if there is only silence', () => {
    expect(shortenSilences(levels([SILENCE, 30])).kept).toHaveLength(30);
  });
});

test('frames are centred on their times', () => {
  expect(frameSeconds(0)).toBeCloseTo(0.0125, 6);
  expect(frameAtSeconds(frameSeconds(123))).toBe(123);
});

describe('measureCepstra', () => {
  const tone = (hertz: number, seconds: number, volume: number): Float32Array =>
    Float32Array.from({ length: seconds * 16_000 }, (_, i) => volume * Math.sin((2 * Math.PI * hertz * i) / 16_000));

  test('is independent of the volume', () => {
    const sound = Float32Array.from([...tone(300, 0.2, 0.3), ...tone(2000, 0.2, 0.2)]);
    const loud = measureCepstra(sound).coefficients;
    const quiet = measureCepstra(sound.map((sample) => sample * 0.25)).coefficients;
    for (const [index, value] of loud.entries()) expect(quiet[index]).toBeCloseTo(value, 1);
  });

  test('returns finite values for no sound, silence and a sound shorter than a frame', () => {
    for (const samples of [new Float32Array(0), new Float32Array(8000), tone(500, 0.01, 0.5)]) {
      const { coefficients, keptCount } = measureCepstra(samples);
      expect(coefficients).toHaveLength(keptCount * COEFFICIENTS);
      expect(coefficients.every(Number.isFinite)).toBe(true);
    }
  });
});
