import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeededRandom, createVariations } from './variation.ts';

const seeds = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

test('at temperature 0 every take is the plain one', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const next = createVariations(seed, 0);
      for (let turn = 0; turn < 5; turn += 1) {
        const { pace, pitch, range, gain } = next();
        expect([pace, Math.abs(pitch), Math.abs(range), gain]).toEqual([1, 0, 0, 1]);
      }
    }),
  );
});

test('the same seed gives the same shifts; a higher temperature wider ones', () => {
  fc.assert(
    fc.property(seeds, fc.double({ min: 0, max: 2, noNaN: true }), (seed, temperature) => {
      const one = createVariations(seed, temperature)();
      expect(createVariations(seed, temperature)()).toEqual(one);
      expect(Math.abs(one.pace - 1)).toBeLessThanOrEqual(0.05 * temperature + 1e-12);
      expect(Math.abs(one.pitch)).toBeLessThanOrEqual(Math.round(4 * temperature) + 1);
      expect(one.gain).toBeGreaterThan(0.85);
      expect(one.gain).toBeLessThanOrEqual(1);
    }),
  );
});

test('neighbouring and far seeds have little in common', () => {
  const firsts = [0, 1, 2, 3, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER].map((seed) => createSeededRandom(seed)());
  expect(new Set(firsts).size).toBe(firsts.length);
  const mean = Array.from({ length: 1000 }, (_, seed) => createSeededRandom(seed)()).reduce((a, b) => a + b) / 1000;
  expect(mean).toBeGreaterThan(0.45);
  expect(mean).toBeLessThan(0.55);
});
