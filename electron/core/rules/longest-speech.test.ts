import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { audioLimitOf, longestSpeechSeconds } from './longest-speech.ts';

describe('the longest that a text can last', () => {
  it('is far more than any voice takes for it', () => {
    expect(longestSpeechSeconds({ characters: 1 })).toBe(32);
    // A page is read in two minutes.
    expect(longestSpeechSeconds({ characters: 1_800 })).toBe(3_630);
  });

  it('is longer the slower it is asked for, and no shorter where it is asked for fast', () => {
    const text = { characters: 100 };
    expect(longestSpeechSeconds({ ...text, speed: 0.1 })).toBeCloseTo(2_300);
    expect(longestSpeechSeconds({ ...text, speed: 5 })).toBe(longestSpeechSeconds(text));
  });

  it('allows an hour of audio for a text of half an hour, and never more than six hours', () => {
    expect(longestSpeechSeconds({ characters: 20_000 })).toBe(21_600);
    expect(longestSpeechSeconds({ characters: 1e9, speed: 0.1 })).toBe(21_600);
  });

  it('is a sensible number for any text and speed', () => {
    fc.assert(
      fc.property(fc.nat(1e7), fc.option(fc.double({ noNaN: true }), { nil: undefined }), (characters, speed) => {
        const seconds = longestSpeechSeconds({ characters, speed });
        expect(seconds).toBeGreaterThanOrEqual(30);
        expect(seconds).toBeLessThanOrEqual(21_600);
      }),
    );
  });
});

it('the bytes of a text have room for as much uncompressed stereo as it can last', () => {
  const { seconds, bytes } = audioLimitOf({ characters: 1_785 });
  expect(seconds).toBe(3_600);
  expect(bytes).toBeGreaterThan(48_000 * 2 * 2 * 3600);
  expect(bytes).toBeLessThan(700_000_000);
});
