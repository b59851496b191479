// Voice packs whose models were made for tests.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  TOY_KITTEN_SAMPLE_RATE,
  TOY_SAMPLE_RATE,
  toyKitten,
  toyKittenStyles,
  toyKokoro,
  toyKokoroStyles,
  toyMatcha,
  toyTokens,
  toyVits,
  toyVocoder,
} from './toy-graphs.ts';
import { POCKET_SAMPLE_RATE, toyPocket } from './toy-pocket.ts';

/** The files of a pack by path. */
export type ToyFiles = Readonly<Record<string, Uint8Array | string>>;

/** What `pack.json` says of files. */
export const listedFiles = (files: ToyFiles) =>
  Object.entries(files).map(([path, content]) => ({
    path,
    size: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }));

const voice = (id: string, name: string, speaker: number) => ({
  id,
  name,
  speaker,
  languageCode: 'en-US',
  gender: speaker === 0 ? 'male' : 'female',
  sampleText: 'The letters of this sentence are tones.',
});

export const TOY_VITS_FILES: ToyFiles = { 'model.onnx': toyVits(2), 'tokens.txt': toyTokens() };

/** A pack of two voices, as its `pack.json` has it. */
export const toyPack = (id = 'toy-letters', files: ToyFiles = TOY_VITS_FILES) => ({
  format: 1,
  id,
  name: 'Toy letters',
  source: 'https://example.com/toy-letters',
  rights: { licence: 'CC-BY-4.0', attribution: 'Toy letters by the makers of tests', commercialUse: true },
  engine: { kind: 'vits', model: 'model.onnx', tokens: 'tokens.txt' },
  sampleRate: TOY_SAMPLE_RATE,
  files: listedFiles(files),
  voices: [voice('low', 'Low', 0), voice('high', 'High', 1)],
});

/** Writes a pack's folder. */
export function writePack(folder: string, described: unknown = toyPack(), files: ToyFiles = TOY_VITS_FILES): void {
  for (const [path, content] of Object.entries({ ...files, 'pack.json': JSON.stringify(described) })) {
    const file = join(folder, ...path.split('/'));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

// The other kinds of models take what eSpeak NG makes of a text, so their packs bring some of that one's data.

/** The files of eSpeak NG that English needs. */
const ESPEAK_FILES = ['phontab', 'phonindex', 'phondata', 'intonations', 'en_dict', 'lang/gmw/en-US'];

/** Files of eSpeak NG's data as the package has them: all in one, with their places named in its code. */
function espeakFiles(): ToyFiles {
  const place = import.meta.resolve('@echogarden/espeak-ng-emscripten');
  const code = readFileSync(new URL(place), 'utf8');
  const data = readFileSync(new URL('espeak-ng.data', place));
  return Object.fromEntries(
    ESPEAK_FILES.map((name) => {
      const found = new RegExp(`"/usr/share/espeak-ng-data/${name}",start:(\\d+),end:(\\d+)`).exec(code);
      if (found === null) throw new Error(`The data of eSpeak NG has no ${name}.`);
      return [`espeak-ng-data/${name}`, data.subarray(Number(found[1]), Number(found[2]))] as const;
    }),
  );
}

/** Phonemes of English and their numbers, which are no more than letters have. Pauses are silent. */
const phonemes = (): string =>
  [
    ...[...' abdefhijklmnoprstuvwzæðŋɐɑɔəɚɛɜɡɪɹɾʃʊʌʒˈˌːθ^$'].map((one, at) => `${one} ${at + 1}`),
    ...[...'.,!?'].map((one) => `${one} 0`),
  ].join('\n');

/** A pack of a model with two voices that takes phonemes, and its files. */
function phonemePack(id: string, name: string, engine: Readonly<Record<string, string>>, models: ToyFiles) {
  const files: ToyFiles = { ...espeakFiles(), ...models, 'tokens.txt': phonemes() };
  const place = { tokens: 'tokens.txt', dataDir: 'espeak-ng-data' };
  return { pack: { ...toyPack(id, files), name, engine: { ...engine, ...place } }, files };
}

const STYLED = { model: 'model.onnx', voices: 'voices.bin' };

export const toyKokoroPack = () =>
  phonemePack(
    'toy-kokoro',
    'Toy Kokoro',
    { kind: 'kokoro', ...STYLED },
    { [STYLED.model]: toyKokoro(2), [STYLED.voices]: toyKokoroStyles(2) },
  );

export function toyKittenPack() {
  const { pack, files } = phonemePack(
    'toy-kitten',
    'Toy Kitten',
    { kind: 'kitten', ...STYLED },
    { [STYLED.model]: toyKitten(2), [STYLED.voices]: toyKittenStyles(2) },
  );
  return { pack: { ...pack, sampleRate: TOY_KITTEN_SAMPLE_RATE }, files };
}

export function toyMatchaPack() {
  const engine = { acousticModel: 'acoustic.onnx', vocoder: 'vocoder.onnx' };
  return phonemePack(
    'toy-matcha',
    'Toy Matcha',
    { kind: 'matcha', ...engine },
    { [engine.acousticModel]: toyMatcha(2), [engine.vocoder]: toyVocoder() },
  );
}

/** A pack of a model that speaks like the recordings which its two voices have: tones of 150 and 300 Hz. */
export function toyPocketPack() {
  const models = Object.entries(toyPocket());
  const place = (field: string): string => (field.endsWith('Json') ? `${field}.json` : `${field}.onnx`);
  const recordings = { 'low.wav': toneFile(150), 'high.wav': toneFile(300) };
  const files: ToyFiles = {
    ...Object.fromEntries(models.map(([field, content]) => [place(field), content])),
    ...recordings,
  };
  const engine = { kind: 'pocket', ...Object.fromEntries(models.map(([field]) => [field, place(field)])) };
  const voices = [
    { ...voice('low', 'Low', 0), reference: 'low.wav' },
    { ...voice('high', 'High', 0), reference: 'high.wav' },
  ];
  return {
    pack: { ...toyPack('toy-pocket', files), name: 'Toy Pocket', engine, sampleRate: POCKET_SAMPLE_RATE, voices },
    files,
  };
}

/** A recording of two seconds, as a WAV file of 16 bits. */
export function toneFile(hertz: number): Uint8Array {
  const sampleRate = 16_000;
  const headBytes = 44;
  const frames = 2 * sampleRate;
  const file = Buffer.alloc(headBytes + 2 * frames);
  file.write('RIFF    WAVEfmt ');
  file.writeUInt32LE(file.length - 8, 4);
  // PCM, one channel.
  for (const [at, value] of [
    [16, 16],
    [24, sampleRate],
    [28, 2 * sampleRate],
    [40, 2 * frames],
  ] as const)
    file.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    file.writeUInt16LE(value, at);
  file.write('data', 36);
  for (let frame = 0; frame < frames; frame += 1) {
    const sample = 16_000 * Math.sin((2 * Math.PI * hertz * frame) / sampleRate);
    file.writeInt16LE(Math.round(sample), headBytes + 2 * frame);
  }
  return file;
}
