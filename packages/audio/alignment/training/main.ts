// Trains the sound classifier for unknown voices; see docs/proof.md. The result is deterministic.
//   node scripts/run.mjs packages/audio/alignment/training/main.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { at } from '../../../../shared/rules/at.ts';
import { resample } from '../../resample/resample.ts';
import { measureCepstra } from '../cepstra.ts';
import { writeClassifier } from '../classifier-weights.ts';
import { RandomNumbers } from '../random-numbers.ts';
import { ReferenceReader } from '../reference-reading.ts';
import { labelFrames, labelReading, SOUND_COUNT, soundNumber } from '../sound-classes.ts';
import { classifySounds, createClassifier, type LabelledLine, trainClassifier } from '../sound-classifier.ts';
import { toSixteenKilohertz } from '../to-sixteen-khz.ts';
import { FliteReader } from './flite-reading.ts';

const SEED = 5;
const HIDDEN_UNITS = 200;
const EPOCHS = 4;
const LEARNING_RATE = 0.006;
/** Lines that are only used to print the accuracy. */
const TEST_LINES = 20;
/** Added to each sound's number of frames, so that no sound has a probability of 0. */
const MIN_SOUND_FRAMES = 20;

/** The only Flite voice in training. Don't add others: the benchmark's held-out voices must stay unknown. */
const FLITE_VOICE = 'awb';
/** Accents and variants of eSpeak NG. The benchmark uses others. */
const ESPEAK_VOICES: readonly (readonly [accent: string, variant?: string])[] = [
  ['en-us'],
  ['en-us', 'f2'],
  ['en-us', 'm3'],
  ['en-us', 'f4'],
  ['en-us', 'klatt'],
  ['en-gb', 'f1'],
  ['en-us', 'm7'],
  ['en-us', 'Alicia'],
];
const WARP = { least: 0.84, most: 1.16 } as const;
const RATE = { least: 130, most: 210 } as const;
const STRETCH = { least: 0.8, most: 1.2 } as const;

/** Share of the lines that get a noise floor or a narrower bandwidth in training. */
const NOISY_SHARE = 0.3;
const NARROW_SHARE = 0.15;
const NOISE_DB = { least: -60, most: -25 } as const;
const NARROW_RATES = [8000, 11_025, 12_000];

const FOLDER = new URL('..', import.meta.url);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Imitates a noisy recording or a low sample rate in some of the lines. */
function degrade(samples: Float32Array, random: RandomNumbers): Float32Array {
  let degraded = samples;
  if (random.next() < NARROW_SHARE) {
    const rate = at(NARROW_RATES, random.integer(0, NARROW_RATES.length - 1));
    const [narrow = samples] = resample({ sampleRate: 16_000, channels: [samples] }, rate).channels;
    degraded = toSixteenKilohertz(narrow, rate);
  }
  if (random.next() < NOISY_SHARE) {
    const peak = degraded.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
    const noise = peak * 10 ** (random.between(NOISE_DB.least, NOISE_DB.most) / 20);
    degraded = degraded.map((sample) => sample + noise * (2 * random.next() - 1));
  }
  return degraded;
}

async function readLines(sentences: readonly string[], random: RandomNumbers): Promise<LabelledLine[]> {
  const espeak = await ReferenceReader.create();
  const flite = await FliteReader.create();
  const lines: LabelledLine[] = [];
  const warp = (): number => random.between(WARP.least, WARP.most);
  for (const [index, text] of sentences.entries()) {
    const [accent, voiceVariant] = at(ESPEAK_VOICES, index % ESPEAK_VOICES.length);
    const rate = random.integer(RATE.least, RATE.most);
    const reading = espeak.read({
      text,
      language: 'english',
      accent,
      rate,
      ...(voiceVariant !== undefined && { voiceVariant }),
    });
    const cepstra = measureCepstra(degrade(reading.samples, random), warp());
    lines.push({ coefficients: cepstra.coefficients, labels: labelReading(reading, cepstra) });
    const { samples, phones } = await flite.read(FLITE_VOICE, text, random.between(STRETCH.least, STRETCH.most));
    const fliteCepstra = measureCepstra(degrade(samples, random), warp());
    const sounds = phones.map(({ name, startSeconds }) => ({
      sound: soundNumber(name === 'zh' ? 'sh' : name),
      startSeconds,
    }));
    lines.push({ coefficients: fliteCepstra.coefficients, labels: labelFrames(sounds, fliteCepstra) });
  }
  flite.close();
  return lines;
}

function soundPriors(lines: readonly LabelledLine[]): Float32Array {
  const counts = new Float32Array(SOUND_COUNT).fill(MIN_SOUND_FRAMES);
  for (const { labels } of lines) for (const label of labels) counts[label] = at(counts, label) + 1;
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count) => count / total);
}

function frameAccuracy(classifier: Parameters<typeof classifySounds>[0], lines: readonly LabelledLine[]): number {
  let right = 0;
  let total = 0;
  for (const { coefficients, labels } of lines) {
    const probabilities = classifySounds(classifier, coefficients);
    for (const [frame, label] of labels.entries()) {
      const ofFrame = probabilities.subarray(frame * SOUND_COUNT, (frame + 1) * SOUND_COUNT);
      if (ofFrame.every((probability) => probability <= at(ofFrame, label))) right += 1;
      total += 1;
    }
  }
  return right / total;
}

const random = new RandomNumbers(SEED);
const sentences = readFileSync(new URL('training/sentences.txt', FOLDER), 'utf8').trim().split('\n');
const lines = await readLines(sentences, random);
const tests = lines.splice(0, TEST_LINES);
print(`${sentences.length} sentences, ${lines.reduce((sum, { labels }) => sum + labels.length, 0)} frames`);
const classifier = createClassifier(HIDDEN_UNITS, soundPriors(lines), random);
trainClassifier(classifier, lines, {
  epochs: EPOCHS,
  rate: LEARNING_RATE,
  random,
  onEpoch: (epoch) => print(`epoch ${epoch + 1}: ${(100 * frameAccuracy(classifier, tests)).toFixed(1)} % of frames`),
});
writeFileSync(new URL('classifier-weights.json', FOLDER), `${JSON.stringify(writeClassifier(classifier), null, 2)}\n`);
