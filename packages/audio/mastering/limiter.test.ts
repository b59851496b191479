import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { at } from '../../../shared/rules/at.ts';
import { TruePeak } from '../meters/true-peak.ts';
import { TruePeakLimiter } from './limiter.ts';

const RATE = 44_100;
const decibels = (level: number): number => 20 * Math.log10(level);

function limited(channels: readonly Float32Array[], ceiling: number, pieces: readonly number[] = []): Float32Array[] {
  const limiter = new TruePeakLimiter(ceiling, RATE, channels.length);
  const made: Float32Array[][] = channels.map(() => []);
  const take = (ready: readonly Float32Array[]): void => {
    for (const [index, samples] of ready.entries()) at(made, index).push(samples.slice());
  };
  let from = 0;
  for (const piece of [...pieces, at(channels, 0).length]) {
    take(limiter.process(channels.map((samples) => samples.slice(from, from + piece))));
    from += piece;
  }
  take(limiter.end());
  return made.map((parts) => Float32Array.from(parts.flatMap((part) => [...part])));
}

function truePeak(samples: Float32Array): number {
  const meter = new TruePeak(RATE);
  meter.add(samples);
  return meter.finish();
}

const noise = (length: number, seed: number, level = 1): Float32Array => {
  let state = seed + 1;
  return Float32Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return level * ((state / 2_147_483_647) * 2 - 1);
  });
};

describe('the limiter', () => {
  it('leaves what is below the ceiling as it is, sample for sample', () => {
    const quiet = noise(30_000, 5, 0.15);
    expect(at(limited([quiet], 0.7), 0)).toEqual(quiet);
  });

  it('keeps any sound below the ceiling, between the samples too, and as long as it was', () => {
    const loud = fc.record({ seed: fc.nat(10_000), level: fc.double({ min: 0.5, max: 8, noNaN: true }) });
    fc.assert(
      fc.property(loud, fc.integer({ min: 1, max: 20_000 }), ({ seed, level }, length) => {
        const [made = new Float32Array(0)] = limited([noise(length, seed, level)], 0.5);
        expect(made.length).toBe(length);
        expect(decibels(truePeak(made))).toBeLessThan(decibels(0.5) + 0.1);
      }),
      { numRuns: rounds(30) },
    );
  });

  it('finds a peak that lies between two samples', () => {
    // Its samples are at 0.64, its peaks in the middle between two of them. Its edges are soft.
    const tone = Float32Array.from({ length: RATE }, (_, index) => {
      const edge = Math.min(1, index / 2000, (RATE - index) / 2000);
      return 0.9 * edge * Math.sin((Math.PI / 2) * index + Math.PI / 4);
    });
    const [made = new Float32Array(0)] = limited([tone], 0.7);
    expect(Math.max(...tone)).toBeLessThan(0.65);
    expect(decibels(truePeak(made))).toBeCloseTo(decibels(0.7), 1);
  });

  it('gives the same whatever the pieces', () => {
    const sound = noise(20_000, 9, 2);
    expect(limited([sound], 0.5, [1, 700, 3, 9000, 64])).toEqual(limited([sound], 0.5));
  });

  it('turns both sides down together', () => {
    const left = noise(10_000, 3, 3);
    const right = new Float32Array(10_000).fill(0.1);
    const [, made = new Float32Array(0)] = limited([left, right], 0.5);
    expect(Math.min(...made)).toBeLessThan(0.05);
  });

  it('comes back once a peak has gone by', () => {
    const sound = new Float32Array(RATE).fill(0.2);
    sound[10_000] = 1.5;
    const [made = new Float32Array(0)] = limited([sound], 0.5);
    expect(made[10_000]).toBeLessThanOrEqual(0.5);
    expect(made[9_000]).toBe(Math.fround(0.2));
    expect(made[10_100]).toBeLessThan(0.15);
    expect(made[40_000]).toBeCloseTo(0.2, 3);
  });
});
