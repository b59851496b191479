import { describe, expect, test } from 'vitest';
import { MAX_FRAME_COST } from './align.ts';
import { SOUND_COUNT, soundNumber } from './sound-classes.ts';
import { habitCosts, learnExpectedCosts, learnHabit, plainCosts } from './voice-habit.ts';

const T = soundNumber('t');
const D = soundNumber('d');
const S = soundNumber('s');

/** Sounds that are heard with a probability of 0.9. */
function heardAs(sounds: readonly number[]): Float32Array {
  const heard = new Float32Array(sounds.length * SOUND_COUNT).fill(0.1 / (SOUND_COUNT - 1));
  for (const [frame, sound] of sounds.entries()) heard[frame * SOUND_COUNT + sound] = 0.9;
  return heard;
}

const repeat = (sound: number, frames: number): number[] => new Array<number>(frames).fill(sound);

describe('habitCosts', () => {
  test('makes a sound cheap that a voice always speaks as another one', () => {
    const priors = new Float32Array(SOUND_COUNT).fill(1 / SOUND_COUNT);
    const heard = heardAs([D]);
    // The voice speaks t like d, but s like s.
    const habit = learnHabit([
      {
        heard: heardAs([...repeat(D, 300), ...repeat(S, 300)]),
        expected: Uint8Array.from([...repeat(T, 300), ...repeat(S, 300)]),
      },
    ]);
    const before = plainCosts(heard, priors);
    const after = habitCosts(heard, habit);
    expect(before[T]).toBeGreaterThan(2);
    expect(after[T]).toBeLessThan(0.5);
    expect(after[S]).toBeGreaterThan(2);
  });

  test('gives few frames less weight than many', () => {
    const costOf = (frames: number): number => {
      const line = { heard: heardAs(repeat(D, frames)), expected: Uint8Array.from(repeat(T, frames)) };
      const others = { heard: heardAs(repeat(S, 600)), expected: Uint8Array.from(repeat(S, 600)) };
      return habitCosts(heardAs([D]), learnHabit([line, others]))[T] ?? 0;
    };
    expect(costOf(300)).toBeLessThan(costOf(5));
  });

  test('costs are between 0 and the maximum, even without any lines', () => {
    const costs = habitCosts(heardAs([T, D, S]), learnHabit([]));
    expect(costs.every((cost) => cost >= 0 && cost <= MAX_FRAME_COST)).toBe(true);
  });
});

test('a few faulty frames hardly raise the expected cost of a sound', () => {
  const expected = Uint8Array.from(repeat(T, 100));
  const costs = Float32Array.from({ length: 100 }, (_, frame) => (frame < 5 ? MAX_FRAME_COST : 0.2));
  const learnt = learnExpectedCosts([{ costs, expected }])[T] ?? 0;
  expect(learnt).toBeGreaterThan(0.2);
  expect(learnt).toBeLessThan(0.35);
});
