// A neural network with one hidden layer that estimates which sound is spoken in each frame. Inner loops index typed
// arrays with `as number`, because calling a function for each weight would take twice as long; all indexes follow from
// the layers' sizes.
import { at } from '../../../shared/rules/at.ts';
import { COEFFICIENTS } from './cepstra.ts';
import { MatrixKernel, paddedLength } from './matrix-kernel.ts';
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
 * Returns the probability of each sound in each frame, `SOUND_COUNT` values per frame. Takes about 1/1000 of the line's
 * duration.
 */
export function classifySounds(classifier: SoundClassifier, coefficients: Float32Array): Float32Array {
  const frames = coefficients.length / COEFFICIENTS;
  const probabilities = new Float32Array(frames * SOUND_COUNT);
  const network = new LoadedNetwork(classifier);
  for (let frame = 0; frame < frames; frame += 1) {
    probabilities.set(network.classify(coefficients, frame), frame * SOUND_COUNT);
  }
  return probabilities;
}

/** Shared by all networks of a thread. This is safe because they run synchronously. */
let sharedKernel: MatrixKernel | undefined;

/** A classifier in the kernel's memory. Rows are padded to the kernel's lanes with zeros. */
class LoadedNetwork {
  readonly #kernel: MatrixKernel;
  readonly #units: number;
  readonly #outputRow: number;
  /** Positions in the kernel's memory. */
  readonly #at: Readonly<
    Record<'inputWeights' | 'outputWeights' | 'input' | 'hidden' | 'hiddenErrors' | 'probabilities', number>
  >;
  readonly #outputWeights: Float32Array;
  readonly #input: Float32Array;
  readonly #hidden: Float32Array;
  readonly #hiddenErrors: Float32Array;
  readonly #probabilities: Float32Array;

  constructor({ hidden, inputWeights, outputWeights }: SoundClassifier) {
    sharedKernel ??= new MatrixKernel();
    this.#kernel = sharedKernel;
    this.#units = hidden;
    this.#outputRow = paddedLength(hidden + 1);
    const lengths = {
      inputWeights: hidden * INPUTS,
      outputWeights: SOUND_COUNT * this.#outputRow,
      input: INPUTS,
      hidden: this.#outputRow,
      hiddenErrors: this.#outputRow,
      probabilities: paddedLength(SOUND_COUNT),
    };
    let end = 0;
    const place = (length: number): number => {
      end += paddedLength(length);
      return end - paddedLength(length);
    };
    this.#at = {
      inputWeights: place(lengths.inputWeights),
      outputWeights: place(lengths.outputWeights),
      input: place(lengths.input),
      hidden: place(lengths.hidden),
      hiddenErrors: place(lengths.hiddenErrors),
      probabilities: place(lengths.probabilities),
    };
    const memory = this.#kernel.numbers(end);
    memory.fill(0, 0, end);
    memory.set(inputWeights, this.#at.inputWeights);
    for (let sound = 0; sound < SOUND_COUNT; sound += 1) {
      const row = outputWeights.subarray(sound * (hidden + 1), (sound + 1) * (hidden + 1));
      memory.set(row, this.#at.outputWeights + sound * this.#outputRow);
    }
    const view = (name: keyof typeof lengths): Float32Array =>
      memory.subarray(this.#at[name], this.#at[name] + lengths[name]);
    this.#outputWeights = view('outputWeights');
    this.#input = view('input');
    this.#hidden = view('hidden');
    this.#hiddenErrors = view('hiddenErrors');
    this.#probabilities = view('probabilities').subarray(0, SOUND_COUNT);
    this.#input[INPUTS - 1] = 1;
    this.#hidden[hidden] = 1;
  }

  /** Returns the probability of each sound. The result is valid until the next call. */
  classify(coefficients: Float32Array, frame: number): Float32Array {
    this.#fillInput(coefficients, frame);
    const kernel = this.#kernel;
    const places = this.#at;
    const hidden = this.#hidden;
    kernel.multiplyRows(places.inputWeights, this.#units, INPUTS, places.input, places.hidden);
    for (let unit = 0; unit < this.#units; unit += 1) if ((hidden[unit] as number) < 0) hidden[unit] = 0;
    kernel.multiplyRows(places.outputWeights, SOUND_COUNT, this.#outputRow, places.hidden, places.probabilities);
    normaliseExponents(this.#probabilities);
    return this.#probabilities;
  }

  /** Changes the weights so that a frame's sound becomes more probable. */
  learn(coefficients: Float32Array, frame: number, sound: number, rate: number): void {
    const errors = this.classify(coefficients, frame);
    errors[sound] = at(errors, sound) - 1;
    this.#adjustOutput(errors, rate);
    this.#adjustInput(rate);
  }

  /** Copies the weights into a classifier. */
  unload({ hidden, inputWeights, outputWeights }: SoundClassifier): void {
    const memory = this.#kernel.numbers(0);
    inputWeights.set(memory.subarray(this.#at.inputWeights, this.#at.inputWeights + inputWeights.length));
    for (let sound = 0; sound < SOUND_COUNT; sound += 1) {
      const row = sound * this.#outputRow;
      outputWeights.set(this.#outputWeights.subarray(row, row + hidden + 1), sound * (hidden + 1));
    }
  }

  /** Repeats the first and last frame beyond the line's ends. */
  #fillInput(coefficients: Float32Array, frame: number): void {
    const last = coefficients.length / COEFFICIENTS - 1;
    const start = frame - CONTEXT;
    if (start >= 0 && frame + CONTEXT <= last) {
      this.#input.set(coefficients.subarray(start * COEFFICIENTS, start * COEFFICIENTS + INPUTS - 1));
      return;
    }
    for (let offset = 0; offset <= 2 * CONTEXT; offset += 1) {
      const from = Math.min(last, Math.max(0, start + offset)) * COEFFICIENTS;
      this.#input.set(coefficients.subarray(from, from + COEFFICIENTS), offset * COEFFICIENTS);
    }
  }

  #adjustOutput(errors: Float32Array, rate: number): void {
    const places = this.#at;
    this.#hiddenErrors.fill(0);
    for (let sound = 0; sound < SOUND_COUNT; sound += 1) {
      const error = errors[sound] as number;
      if (Math.abs(error) < NEGLIGIBLE_ERROR) continue;
      const row = places.outputWeights + sound * this.#outputRow;
      this.#kernel.addScaled(places.hiddenErrors, this.#outputRow, row, error);
      this.#kernel.addScaled(row, this.#outputRow, places.hidden, -rate * error);
    }
  }

  #adjustInput(rate: number): void {
    const places = this.#at;
    for (let unit = 0; unit < this.#units; unit += 1) {
      if ((this.#hidden[unit] as number) <= 0) continue;
      const step = -rate * (this.#hiddenErrors[unit] as number);
      this.#kernel.addScaled(places.inputWeights + unit * INPUTS, INPUTS, places.input, step);
    }
  }
}

/** Replaces logarithms by probabilities that sum to 1. */
function normaliseExponents(values: Float32Array): void {
  let largest = -Infinity;
  for (const value of values) if (value > largest) largest = value;
  let total = 0;
  for (let index = 0; index < values.length; index += 1) {
    const value = Math.exp((values[index] as number) - largest);
    values[index] = value;
    total += value;
  }
  for (let index = 0; index < values.length; index += 1) values[index] = (values[index] as number) / total;
}

export interface TrainingOptions {
  readonly epochs: number;
  /** The initial learning rate, which decreases linearly. */
  readonly rate: number;
  readonly random: RandomNumbers;
  onEpoch?(epoch: number): void;
}

/**
 * Trains a classifier in place by stochastic gradient descent on the cross entropy. An epoch takes about 1/300 of
 * the lines' duration.
 */
export function trainClassifier(
  classifier: SoundClassifier,
  lines: readonly LabelledLine[],
  { epochs, rate, random, onEpoch }: TrainingOptions,
): void {
  let network = new LoadedNetwork(classifier);
  const frames = framePositions(lines);
  let done = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    random.shuffle(frames);
    for (const position of frames) {
      const { coefficients, labels } = at(lines, Math.floor(position / MAX_LINE_FRAMES));
      const frame = position % MAX_LINE_FRAMES;
      const currentRate = rate * (1 - done / (frames.length * epochs)) + FINAL_RATE;
      network.learn(coefficients, frame, at(labels, frame), currentRate);
      done += 1;
    }
    network.unload(classifier);
    onEpoch?.(epoch);
    // The callback may have used the kernel.
    network = new LoadedNetwork(classifier);
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
