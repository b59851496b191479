import { describe, expect, it } from 'vitest';
import { equalGains } from './compare.tsx';

describe('two takes by turns', () => {
  it('brings the louder one down to the softer one', () => {
    const [a, b] = equalGains([
      { loudnessLufs: -16, gainDb: 0 },
      { loudnessLufs: -21, gainDb: 0 },
    ]);
    expect([a, b]).toEqual([-5, 0]);
  });

  it('counts the gains that the producer has set', () => {
    const [a, b] = equalGains([
      { loudnessLufs: -16, gainDb: -8 },
      { loudnessLufs: -21, gainDb: 0 },
    ]);
    expect(-16 + a).toBe(-21 + b);
    expect(-16 + a).toBe(-24);
  });

  it('leaves the gains alone where a loudness is not known', () => {
    expect(
      equalGains([
        { loudnessLufs: null, gainDb: 2 },
        { loudnessLufs: -21, gainDb: -1 },
      ]),
    ).toEqual([2, -1]);
  });
});
