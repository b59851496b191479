// A neural network with one hidden layer that estimates which sound is spoken in each frame. Inner loops index typed
// arrays with `as number`, because calling a function for each weight would take twice as long; all indexes follow from
// the layers' sizes.
import { at } from '../../../shared/rules/at.ts';
import { COEFFICIENTS } from './cepstra.ts';
import type { RandomNumbers } from './random-numbers.ts';
import { SOUND_COUNT } from './sound-classes.ts';

/** Frames on each side that the classifier considers. */
const CONTEXT = 5;
/** Values of all frames in the context, and a constant 1. */
export const INPUTS = (2 * CONTEXT + 1) * COEFFICIENTS + 1;

/** Errors this small are skipped in training. */
const NEGLIGIBLE_ERROR = 1e-3;
const FINAL_RATE = 1e-4;

export interface SoundClassifier {
  readonly hidden: number;
  /** `INPUTS` weights for each hidden unit. */
  readonly inputWeights: Float32Array;
  /** For each sound, the weight of each hidden unit and a bias. */
  readonly outputWeights: Float32Array;
  /** How often each sound is spoken. Sums to 1. */
  readonly priors: Float32Array;
}

/** A line's coefficients and the sounds to be learnt. */
export interface LabelledLine {
  readonly coefficients: Float32Array;
  readonly labels: Uint8Array;
}

export function createClassifier(hidden: number, priors: Float32Array, random: RandomNumbers): SoundClassifier {
  const bell = (): number => random.next() + random.next() + random.next() - 1.5;
  const inputScale = 2 / Math.sqrt(INPUTS);
  const outputScale = 2 / Math.sqrt(hidden);
  return {
    hidden,
    inputWeights: Float32Array.from({ length: hidden * INPUTS }, () => bell() * inputScale),
    outputWeights: Float32Array.from({ length: SOUND_COUNT * (hidden + 1) }, () => (random.next() - 0.5) * outputScale),
    priors,
  };
}

/** Returns a copy that can be trained further. */
export const copyClassifier = (classifier: SoundClassifier): SoundClassifier => ({
  ...classifier,
  inputWeights: classifier.inputWeights.slice(),
  outputWeights: classifier.outputWeights.slice(),
});

/**
 * Returns the probability of each sound in each frame, `SOUND_COUNT` values per frame. Takes about 1/200 of the line's
 * duration.
 */
export function classifySounds(classifier: SoundClassifier, coefficients: Float32Array): Float32Array {
  const frames = coefficients.length / COEFFICIENTS;
  const probabilities = new Float32Array(frames * SOUND_COUNT);
  const pass = new Pass(classifier);
  for (let frame = 0; frame < frames; frame += 1) {
    pass.run(coefficients, frame);
    probabilities.set(pass.probabilities, frame * SOUND_COUNT);
  }
  return probabilities;
}

/** The values of a classifier's layers for a frame. */
class Pass {
  readonly #classifier: SoundClassifier;
  readonly input = new Float32Array(INPUTS);
  readonly hidden: Float32Array;
  readonly probabilities = new Float32Array(SOUND_COUNT);

  constructor(classifier: SoundClassifier) {
    this.#classifier = classifier;
    this.hidden = new Float32Array(classifier.hidden + 1);
    this.hidden[classifier.hidden] = 1;
    this.input[INPUTS - 1] = 1;
  }

  run(coefficients: Float32Array, frame: number): void {
    this.#fillInput(coefficients, frame);
    this.#runHidden();
    this.#runOutput();
  }

  /** Repeats the first and last frame beyond the line's ends. */
  #fillInput(coefficients: Float32Array, frame: number): void {
    const last = coefficients.length / COEFFICIENTS - 1;
    const start = frame - CONTEXT;
    if (start >= 0 && frame + CONTEXT <= last) {
      this.input.set(coefficients.subarray(start * COEFFICIENTS, start * COEFFICIENTS + INPUTS - 1));
      return;
    }
    for (let offset = 0; offset <= 2 * CONTEXT; offset += 1) {
      const from = Math.min(last, Math.max(0, start + offset)) * COEFFICIENTS;
      this.input.set(coefficients.subarray(from, from + COEFFICIENTS), offset * COEFFICIENTS);
    }
  }

  #runHidden(): void {
    const { hidden: units, inputWeights } = this.#classifier;
    const { input, hidden } = this;
    for (let unit = 0; unit < units; unit += 1) {
      const row = unit * INPUTS;
      let sum = 0;
      for (let index = 0; index < INPUTS; index += 1) {
        sum += (inputWeights[row + index] as number) * (input[index] as number);
      }
      hidden[unit] = sum > 0 ? sum : 0;
    }
  }

  #runOutput(): void {
    const { hidden: units, outputWeights } = this.#classifier;
    const { hidden, probabilities } = this;
    let largest = -Infinity;
    for (let sound = 0; sound < SOUND_COUNT; sound += 1) {
      const row = sound * (units + 1);
      let sum = 0;
      for (let unit = 0; unit <= units; unit += 1) {
        sum += (outputWeights[row + unit] as number) * (hidden[unit] as number);
      }
      probabilities[sound] = sum;
      if (sum > largest) largest = sum;
    }
    let total = 0;
    for (let sound = 0; sound < SOUND_COUNT; sound += 1) {
      const value = Math.exp((probabilities[sound] as number) - largest);
      probabilities[sound] = value;
      total += value;
    }
    for (let sound = 0; sound < SOUND_COUNT; sound += 1) {
      probabilities[sound] = (probabilities[sound] as number) / total;
    }
  }
}

export interface TrainingOptions {
  readonly epochs: number;
  /** The learning rate at the start; it falls linearly. */
  readonly rate: number;
  readonly random: RandomNumbers;
  onEpoch?(epoch: number): void;
}

/**
 * Trains a classifier in place by stochastic gradient descent on the cross entropy. An epoch takes about 1/80 of the
 * lines' duration.
 */
export function trainClassifier(
  classifier: SoundClassifier,
  lines: readonly LabelledLine[],
  { epochs, rate, random, onEpoch }: TrainingOptions,
): void {
  const step = new TrainingStep(classifier);
  const frames = framePositions(lines);
  let done = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    random.shuffle(frames);
    for (const position of frames) {
      const line = at(lines, Math.floor(position / MAX_LINE_FRAMES));
      step.run(line, position % MAX_LINE_FRAMES, rate * (1 - done / (frames.length * epochs)) + FINAL_RATE);
      done += 1;
    }
    onEpoch?.(epoch);
  }
}

/** A frame's position is its line's index times this, plus its index in the line. */
const MAX_LINE_FRAMES = 2 ** 20;

function framePositions(lines: readonly LabelledLine[]): Float64Array {
  const frames = new Float64Array(lines.reduce((sum, { labels }) => sum + labels.length, 0));
  let next = 0;
  for (const [index, { labels }] of lines.entries()) {
    for (let frame = 0; frame < labels.length; frame += 1) {
      frames[next] = index * MAX_LINE_FRAMES + frame;
      next += 1;
    }
  }
  return frames;
}

class TrainingStep {
  readonly #classifier: SoundClassifier;
  readonly #pass: Pass;
  readonly #hiddenErrors: Float32Array;

  constructor(classifier: SoundClassifier) {
    this.#classifier = classifier;
    this.#pass = new Pass(classifier);
    this.#hiddenErrors = new Float32Array(classifier.hidden);
  }

  run({ coefficients, labels }: LabelledLine, frame: number, rate: number): void {
    this.#pass.run(coefficients, frame);
    const errors = this.#pass.probabilities;
    const label = at(labels, frame);
    errors[label] = at(errors, label) - 1;
    this.#adjustOutput(errors, rate);
    this.#adjustInput(rate);
  }

  #adjustOutput(errors: Float32Array, rate: number): void {
    const { hidden: units, outputWeights } = this.#classifier;
    const { hidden } = this.#pass;
    const hiddenErrors = this.#hiddenErrors.fill(0);
    for (let sound = 0; sound < SOUND_COUNT; sound += 1) {
      const error = errors[sound] as number;
      if (Math.abs(error) < NEGLIGIBLE_ERROR) continue;
      const row = sound * (units + 1);
      const step = rate * error;
      for (let unit = 0; unit < units; unit += 1) {
        const weight = outputWeights[row + unit] as number;
        hiddenErrors[unit] = (hiddenErrors[unit] as number) + error * weight;
        outputWeights[row + unit] = weight - step * (hidden[unit] as number);
      }
      outputWeights[row + units] = (outputWeights[row + units] as number) - step;
    }
  }

  #adjustInput(rate: number): void {
    const { hidden: units, inputWeights } = this.#classifier;
    const { input, hidden } = this.#pass;
    for (let unit = 0; unit < units; unit += 1) {
      if ((hidden[unit] as number) <= 0) continue;
      const step = rate * (this.#hiddenErrors[unit] as number);
      const row = unit * INPUTS;
      for (let index = 0; index < INPUTS; index += 1) {
        inputWeights[row + index] = (inputWeights[row + index] as number) - step * (input[index] as number);
      }
    }
  }
}
