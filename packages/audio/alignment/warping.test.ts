import { expect, test } from 'vitest';
import type { Features } from './features.ts';
import { warp } from './warping.ts';

/** One frame for each number, with the number and its square. */
const sequence = (numbers: readonly number[]): Features => ({
  values: Float32Array.from(numbers.flatMap((value) => [value, value ** 2])),
  frames: numbers.length,
  dimensions: 2,
});

const wave = (frames: number, period: number): number[] =>
  Array.from({ length: frames }, (_, frame) => Math.sin(frame / period) + Math.sin(frame / 23) + Math.sin(frame / 61));

test('aligns a sequence to itself frame by frame', () => {
  const numbers = sequence(wave(300, 9));
  const { first, last, distances } = warp(numbers, numbers);
  expect([...first]).toEqual([...last]);
  expect([...first]).toEqual(Array.from({ length: 300 }, (_, frame) => frame));
  expect(Math.max(...distances)).toBe(0);
});

test('finds where a sequence pauses and where it skips', () => {
  const numbers = wave(200, 9);
  const slower = [...numbers.slice(0, 50), ...Array<number>(30).fill(numbers[50] ?? 0), ...numbers.slice(50)];
  const { first } = warp(sequence(numbers), sequence(slower));
  expect(first[40]).toBe(40);
  expect(first[60]).toBe(90);
  const shorter = warp(sequence(numbers), sequence([...numbers.slice(0, 80), ...numbers.slice(100)]));
  expect(shorter.first[70]).toBe(70);
  expect(shorter.first[120]).toBe(100);
});

test('aligns long sequences through coarser ones', () => {
  const numbers = wave(2400, 9);
  const { first } = warp(sequence(numbers), sequence([...Array<number>(100).fill(0), ...numbers]));
  const errors = [500, 1200, 2300].map((frame) => Math.abs((first[frame] ?? 0) - frame - 100));
  expect(Math.max(...errors)).toBeLessThanOrEqual(2);
});

test('aligns a single frame to all frames', () => {
  expect(warp(sequence([1]), sequence([1, 1, 1]))).toMatchObject({ first: Int32Array.of(0), last: Int32Array.of(2) });
  expect(warp(sequence([1, 1, 1]), sequence([1])).first).toEqual(Int32Array.of(0, 0, 0));
});
