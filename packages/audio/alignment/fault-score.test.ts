import { describe, expect, test } from 'vitest';
import { confidenceOf, relativeScore, SUSPICIOUS_SCORE } from './fault-score.ts';
import { FAULT_WEIGHTS } from './fault-weights.ts';

const { enoughFrames, usualScoreCentre } = FAULT_WEIGHTS;

describe('relativeScore', () => {
  test('relates a score to the voice, if the line is long enough', () => {
    expect(relativeScore(1.5, -2, enoughFrames)).toBe(3.5);
    expect(relativeScore(1.5, -2, 20 * enoughFrames)).toBe(3.5);
  });

  test('needs more evidence the shorter a line is', () => {
    const ofHalf = relativeScore(1.5, -2, enoughFrames / 2);
    expect(ofHalf).toBe(1.75);
    expect(ofHalf).toBeLessThan(SUSPICIOUS_SCORE);
    expect(relativeScore(10, -2, enoughFrames / 2)).toBeGreaterThan(SUSPICIOUS_SCORE);
    expect(relativeScore(1.5, -2, 0)).toBe(0);
  });
});

test('the confidence of a usual line is far below a half, and rises with the score', () => {
  const usual = confidenceOf(0);
  expect(usual).toBeCloseTo(Math.exp(usualScoreCentre) / 19 / (1 + Math.exp(usualScoreCentre) / 19), 6);
  expect(confidenceOf(2)).toBeGreaterThan(usual);
  expect(confidenceOf(20)).toBeGreaterThan(0.99);
});
