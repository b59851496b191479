// Stores voices as bytes: the length of a JSON header, the header, and arrays.
import { z } from 'zod';
import { PROOF_VERSION } from '../../../shared/model/proof.ts';
import { baseClassifier, quantise } from './classifier-weights.ts';
import { FEATURES } from './line-evidence.ts';
import { SOUND_COUNT } from './sound-classes.ts';
import { INPUTS, type SoundClassifier } from './sound-classifier.ts';
import type { VoiceModel } from './voice-model.ts';

const LENGTH_BYTES = 4;

const numbers = (length: number) => z.array(z.number()).length(length);

const headerSchema = z.object({
  version: z.literal(PROOF_VERSION),
  linesLearnt: z.int().min(0),
  pace: z.number().positive().nullable(),
  hidden: z.int().min(1),
  inputScale: z.number(),
  outputScale: z.number(),
  expectedCosts: numbers(SOUND_COUNT),
  centres: numbers(FEATURES.length),
  spreads: numbers(FEATURES.length),
  scoreCentre: z.number(),
  heardShares: numbers(SOUND_COUNT).nullable(),
});

const rounded = (values: Float32Array): number[] => Array.from(values, (value) => Number(value.toPrecision(6)));

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array | Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Serialises a voice to about 80 kB. */
export function voiceToBytes(voice: VoiceModel): Uint8Array {
  const { classifier, habit } = voice;
  const input = quantise(classifier.inputWeights);
  const output = quantise(classifier.outputWeights);
  const header: z.infer<typeof headerSchema> = {
    version: PROOF_VERSION,
    linesLearnt: voice.linesLearnt,
    pace: voice.pace,
    hidden: classifier.hidden,
    inputScale: input.scale,
    outputScale: output.scale,
    expectedCosts: rounded(voice.expectedCosts),
    centres: rounded(voice.statistics.centres),
    spreads: rounded(voice.statistics.spreads),
    scoreCentre: voice.scoreCentre,
    heardShares: habit ? rounded(habit.heardShares) : null,
  };
  const text = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(text.length);
  if (!habit) return Uint8Array.from(Buffer.concat([length, text]));
  const arrays = [input.values, output.values, habit.confusions].map(bytesOf);
  return Uint8Array.from(Buffer.concat([length, text, ...arrays]));
}

/** Reads a voice. Returns null if it is damaged or was written by another version, and has to be learnt again. */
export function voiceFromBytes(bytes: Uint8Array): VoiceModel | null {
  const header = readHeader(bytes);
  if (!header) return null;
  const { value, end } = header;
  const shared = {
    linesLearnt: value.linesLearnt,
    pace: value.pace,
    expectedCosts: Float32Array.from(value.expectedCosts),
    statistics: { centres: Float32Array.from(value.centres), spreads: Float32Array.from(value.spreads) },
    scoreCentre: value.scoreCentre,
  };
  if (!value.heardShares) return { ...shared, classifier: baseClassifier(), habit: null };
  const inputLength = value.hidden * INPUTS;
  const outputLength = SOUND_COUNT * (value.hidden + 1);
  const habitLength = SOUND_COUNT * SOUND_COUNT;
  if (bytes.length !== end + 2 * (inputLength + outputLength) + 4 * habitLength) return null;
  // A copy, because typed arrays must be aligned.
  const arrays = Uint8Array.from(bytes.subarray(end)).buffer;
  const input = new Int16Array(arrays, 0, inputLength);
  const output = new Int16Array(arrays, 2 * inputLength, outputLength);
  const confusions = new DataView(arrays, 2 * (inputLength + outputLength));
  const classifier: SoundClassifier = {
    hidden: value.hidden,
    inputWeights: Float32Array.from(input, (weight) => weight * value.inputScale),
    outputWeights: Float32Array.from(output, (weight) => weight * value.outputScale),
    priors: baseClassifier().priors,
  };
  return {
    ...shared,
    classifier,
    habit: {
      confusions: Float32Array.from({ length: habitLength }, (_, index) => confusions.getFloat32(4 * index, true)),
      heardShares: Float32Array.from(value.heardShares),
    },
  };
}

function readHeader(bytes: Uint8Array): { value: z.infer<typeof headerSchema>; end: number } | null {
  if (bytes.length < LENGTH_BYTES) return null;
  const end = LENGTH_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (end > bytes.length) return null;
  try {
    const parsed = headerSchema.safeParse(JSON.parse(new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, end))));
    return parsed.success ? { value: parsed.data, end } : null;
  } catch {
    return null;
  }
}
