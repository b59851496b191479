import { describe, expect, it } from 'vitest';
import { beepSamples } from './placeholder-sounds.ts';

describe('the beep for a line without a take', () => {
  it('is a soft tone of 150 ms that begins and ends in silence, at any rate', () => {
    for (const rate of [16_000, 44_100, 48_000]) {
      const samples = beepSamples(rate);
      expect(samples.length / rate).toBeCloseTo(0.15, 3);
      const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      expect(20 * Math.log10(loudest)).toBeCloseTo(-24.4, 0);
      const steepest = samples.reduce(
        (most, sample, at) => Math.max(most, Math.abs(sample - (samples[at - 1] ?? 0))),
        0,
      );
      expect(steepest).toBeLessThanOrEqual(loudest * 2 * Math.sin((Math.PI * 1_000) / rate) * 1.01);
      for (const edge of [samples.at(0), samples.at(-1)]) expect(Math.abs(edge ?? 1)).toBeLessThan(0.001);
    }
  });
});
