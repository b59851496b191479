import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stretched } from './time-stretch.ts';

const RATE = 22_050;

const tone = (hertz: number, seconds: number): Int16Array =>
  Int16Array.from({ length: Math.round(seconds * RATE) }, (_, index) =>
    Math.round(12_000 * Math.sin((2 * Math.PI * hertz * index) / RATE)),
  );

/** The pitch in Hz, by counting where the sound crosses zero upwards. */
function pitchOf(samples: Int16Array): number {
  let crossings = 0;
  for (let index = 1; index < samples.length; index += 1) {
    if ((samples[index - 1] ?? 0) < 0 && (samples[index] ?? 0) >= 0) crossings += 1;
  }
  return crossings / (samples.length / RATE);
}

function level(samples: Int16Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

for (const factor of [0.2, 0.5, 0.8, 1.3, 2, 4.5]) {
  test(`sound of ${factor} times the length has its pitch and its level`, () => {
    const sound = tone(180, 2);
    const result = stretched(sound, factor, RATE);
    expect(result.length).toBe(Math.round(sound.length * factor));
    expect(pitchOf(result)).toBeGreaterThan(180 * 0.98);
    expect(pitchOf(result)).toBeLessThan(180 * 1.02);
    expect(level(result) / level(sound)).toBeGreaterThan(0.95);
    expect(level(result) / level(sound)).toBeLessThan(1.02);
  });
}

test('any sound comes out in the length asked for, and the same again', () => {
  fc.assert(
    fc.property(
      fc.int16Array({ minLength: 0, maxLength: 6000 }),
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      (samples, factor) => {
        const result = stretched(samples, factor, 8000);
        expect([Math.round(samples.length * factor), samples.length]).toContain(result.length);
        expect(stretched(samples, factor, 8000)).toEqual(result);
      },
    ),
    { numRuns: 50 },
  );
});

test('a factor of 1 changes nothing', () => {
  const sound = tone(300, 0.5);
  expect(stretched(sound, 1.001, RATE)).toBe(sound);
});
