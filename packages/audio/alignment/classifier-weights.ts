// `training/main.ts` writes `classifier-weights.json`; see `docs/proof.md`.

import weights from './classifier-weights.json' with { type: 'json' };
import { SOUND_COUNT } from './sound-classes.ts';
import { INPUTS, type SoundClassifier } from './sound-classifier.ts';

const INT16_MAX = 32_767;

export interface WrittenClassifier {
  readonly hidden: number;
  readonly priors: readonly number[];
  readonly inputScale: number;
  readonly inputWeights: string;
  readonly outputScale: number;
  readonly outputWeights: string;
}

/** Stores weights as base64 of little-endian 16-bit integers, each relative to the largest. */
function writeWeights(weights: Float32Array): { scale: number; text: string } {
  const scale = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0) / INT16_MAX || 1;
  const bytes = Buffer.alloc(weights.length * 2);
  for (const [index, weight] of weights.entries()) bytes.writeInt16LE(Math.round(weight / scale), index * 2);
  return { scale, text: bytes.toString('base64') };
}

function readWeights(text: string, scale: number, length: number): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return Float32Array.from({ length }, (_, index) => bytes.readInt16LE(index * 2) * scale);
}

export function writeClassifier({ hidden, priors, inputWeights, outputWeights }: SoundClassifier): WrittenClassifier {
  const input = writeWeights(inputWeights);
  const output = writeWeights(outputWeights);
  return {
    hidden,
    priors: Array.from(priors, (prior) => Number(prior.toPrecision(4))),
    inputScale: input.scale,
    inputWeights: input.text,
    outputScale: output.scale,
    outputWeights: output.text,
  };
}

export const readClassifier = (written: WrittenClassifier): SoundClassifier => ({
  hidden: written.hidden,
  priors: Float32Array.from(written.priors),
  inputWeights: readWeights(written.inputWeights, written.inputScale, written.hidden * INPUTS),
  outputWeights: readWeights(written.outputWeights, written.outputScale, SOUND_COUNT * (written.hidden + 1)),
});

let base: SoundClassifier | undefined;

/** Returns the classifier for unknown voices. Don't train it; train a copy. */
export function baseClassifier(): SoundClassifier {
  base ??= readClassifier(weights);
  return base;
}
