import { describe, expect, test } from 'vitest';
import { COEFFICIENTS } from './cepstra.ts';
import { RandomNumbers } from './random-numbers.ts';
import { SOUND_COUNT } from './sound-classes.ts';
import { classifySounds, copyClassifier, createClassifier, INPUTS, trainClassifier } from './sound-classifier.ts';

const HIDDEN = 5;
const FRAMES = 20;
const priors = new Float32Array(SOUND_COUNT).fill(1 / SOUND_COUNT);

const createExample = () => {
  const random = new RandomNumbers(1);
  const coefficients = Float32Array.from({ length: FRAMES * COEFFICIENTS }, () => random.between(-1, 1));
  return { classifier: createClassifier(HIDDEN, priors, random), coefficients };
};

describe('classifySounds', () => {
  test('agrees with a plain computation', () => {
    const { classifier, coefficients } = createExample();
    const frame = 10;
    const input = [...coefficients.subarray((frame - 5) * COEFFICIENTS, (frame + 6) * COEFFICIENTS), 1];
    const hidden = Array.from({ length: HIDDEN }, (_, unit) =>
      Math.max(
        0,
        input.reduce((sum, value, index) => sum + value * (classifier.inputWeights[unit * INPUTS + index] ?? 0), 0),
      ),
    );
    const exponents = Array.from({ length: SOUND_COUNT }, (_, sound) =>
      Math.exp(
        [...hidden, 1].reduce(
          (sum, value, unit) => sum + value * (classifier.outputWeights[sound * (HIDDEN + 1) + unit] ?? 0),
          0,
        ),
      ),
    );
    const total = exponents.reduce((sum, value) => sum + value, 0);
    const probabilities = classifySounds(classifier, coefficients).subarray(frame * SOUND_COUNT);
    for (const [sound, value] of exponents.entries()) expect(probabilities[sound]).toBeCloseTo(value / total, 4);
  });

  test('returns nothing for no frames', () => {
    expect(classifySounds(createExample().classifier, new Float32Array(0))).toHaveLength(0);
  });
});

describe('trainClassifier', () => {
  test('makes the taught sounds probable, and the same way each time', () => {
    const { classifier, coefficients } = createExample();
    const labels = Uint8Array.from({ length: FRAMES }, (_, frame) => (frame < FRAMES / 2 ? 3 : 7));
    const [one, two] = [copyClassifier(classifier), copyClassifier(classifier)];
    for (const copy of [one, two])
      trainClassifier(copy, [{ coefficients, labels }], { epochs: 60, rate: 0.05, random: new RandomNumbers(2) });
    const probabilities = classifySounds(one, coefficients);
    expect(probabilities[2 * SOUND_COUNT + 3]).toBeGreaterThan(0.9);
    expect(probabilities[17 * SOUND_COUNT + 7]).toBeGreaterThan(0.9);
    expect(one).toEqual(two);
    expect(classifier.inputWeights).not.toEqual(one.inputWeights);
  });
});
