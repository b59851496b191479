import { describe, expect, test } from 'vitest';
import { findSpeech } from './alignment.ts';
import { type Frames, framesOf, spokenSeconds } from './spectrum.ts';

const RATE = 16_000;

/** A sound that says something: tones, one after the other, each 0.2 s long, with what a voice of a pitch adds. */
function speech(tones: readonly number[], pitch: number, pace = 1): Float32Array {
  const each = Math.round(RATE * 0.2 * pace);
  return Float32Array.from({ length: tones.length * each }, (_, i) => {
    const tone = tones[Math.floor(i / each)] ?? 0;
    const t = i / RATE;
    return 0.2 * Math.sin(2 * Math.PI * tone * t) + 0.3 * Math.sin(2 * Math.PI * pitch * t);
  });
}

const silence = (seconds: number): Float32Array => new Float32Array(Math.round(RATE * seconds));

function frames(...parts: readonly Float32Array[]): Frames {
  return framesOf({ samples: Float32Array.from(parts.flatMap((part) => [...part])), sampleRate: RATE });
}

const ONE = [400, 900, 600, 1500, 700];
const TWO = [1200, 500, 2200, 800, 300];
const LOW = 110;
const HIGH = 230;

describe('finding a speech in a longer sound', () => {
  const whole = frames(silence(0.5), speech(ONE, LOW), silence(0.4), speech(TWO, HIGH), silence(0.2));

  test('tells where it is', () => {
    const one = findSpeech(frames(speech(ONE, LOW)), whole);
    const two = findSpeech(frames(speech(TWO, HIGH)), whole);
    expect(one.from).toBeCloseTo(0.5, 1);
    expect(one.to).toBeCloseTo(1.5, 1);
    expect(Math.abs(two.from - 1.9)).toBeLessThan(0.2);
  });

  test('tells in which voice it is, at another pace, too', () => {
    for (const pace of [0.85, 1, 1.2]) {
      const right = findSpeech(frames(speech(ONE, LOW, pace)), whole).unlikeness;
      const other = findSpeech(frames(speech(ONE, HIGH, pace)), whole).unlikeness;
      expect(right).toBeLessThan(other * 0.6);
    }
  });

  test('finds nothing in nothing', () => {
    expect(findSpeech(frames(silence(1)), frames()).unlikeness).toBe(Number.POSITIVE_INFINITY);
  });

  test('counts the time in which somebody speaks, whatever the level', () => {
    expect(spokenSeconds(whole)).toBeCloseTo(2, 0);
    const quiet = frames(
      silence(0.5),
      speech(ONE, LOW).map((sample) => sample / 20),
    );
    expect(spokenSeconds(quiet)).toBeCloseTo(1, 1);
  });
});
