import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { TimeStretch } from './time-stretch.ts';
import { concatenate } from './turn-sound.ts';

const RATE = 22_050;

const tone = (hertz: number, seconds: number): Int16Array =>
  Int16Array.from({ length: Math.round(seconds * RATE) }, (_, index) =>
    Math.round(12_000 * Math.sin((2 * Math.PI * hertz * index) / RATE)),
  );

/** The sound made `factor` times as long, given in pieces of `piece` samples. */
function stretched(samples: Int16Array, factor: number, sampleRate: number, piece = samples.length): Int16Array {
  const stretch = new TimeStretch(factor, sampleRate);
  const pieces: Int16Array[] = [];
  for (let at = 0; at < samples.length; at += piece) pieces.push(stretch.add(samples.slice(at, at + piece)));
  return concatenate([...pieces, stretch.end()]);
}

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

test('any sound comes out in the length asked for, and the same in whatever pieces it comes', () => {
  fc.assert(
    fc.property(
      fc.int16Array({ minLength: 0, maxLength: 6000 }),
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      fc.integer({ min: 1, max: 3000 }),
      (samples, factor, piece) => {
        const result = stretched(samples, factor, 8000);
        expect([Math.round(samples.length * factor), samples.length]).toContain(result.length);
        expect(stretched(samples, factor, 8000, piece)).toEqual(result);
      },
    ),
    { numRuns: rounds(50) },
  );
});

test('long sound comes out while it comes in', () => {
  const stretch = new TimeStretch(0.5, RATE);
  const sound = tone(200, 1);
  let given = 0;
  for (let second = 1; second <= 8; second += 1) {
    given += stretch.add(sound).length;
    expect(given / RATE).toBeGreaterThan(second * 0.5 - 0.1);
  }
  expect(given + stretch.end().length).toBe(4 * RATE);
});

test('sound too short for two windows is given back as it is', () => {
  const sound = tone(300, 0.07);
  expect(stretched(sound, 3, RATE)).toEqual(sound);
  expect(stretched(new Int16Array(0), 3, RATE)).toHaveLength(0);
});

test('a factor of 1 needs no stretching', () => {
  expect([0.9, 0.996, 1, 1.001, 1.1].filter(TimeStretch.isNeeded)).toEqual([0.9, 1.1]);
});
