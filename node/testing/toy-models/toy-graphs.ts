// Models that say each letter as a tone. They carry the metadata that sherpa-onnx asks of a VITS and of a Kokoro model, so that
// the code that loads and speaks real ones speaks them; no package brings weights.
import { type Model, onnxFile, type Step, type Tensor } from './onnx-file.ts';

/** Hz of the sound. */
export const TOY_SAMPLE_RATE = 22_050;
/** Seconds of a letter at speed 1. */
export const TOY_LETTER_SECONDS = 0.06;

/** In a text, this one ends the process that speaks: the graph looks where there is nothing. */
export const ABORTING_LETTER = '#';
/** This one takes more than a gigabyte. */
export const HUNGRY_LETTER = '%';

/** What the models know, in the order of their numbers from 1; 0 is silence. */
const LETTERS = [...' abcdefghijklmnopqrstuvwxyz0123456789,;\'"-!?.:'];
const HUNGRY = LETTERS.length + 1;
const HUNGRY_FLOATS = 120_000_000;

/** The file of letters and their numbers. A row of a number alone stands for the blank. */
export const toyTokens = (): string =>
  [...LETTERS, HUNGRY_LETTER, ABORTING_LETTER]
    .map((letter, index) => (letter === ' ' ? `${index + 1}` : `${letter} ${index + 1}`))
    .join('\n')
    .concat('\n');

const floats = (...values: readonly number[]): Tensor => ({ type: 'float', dimensions: [values.length], values });
const integers = (...values: readonly number[]): Tensor => ({ type: 'int64', dimensions: [values.length], values });
const scalar = (type: Tensor['type'], value: number): Tensor => ({ type, dimensions: [], values: [value] });

const to = (
  operator: string,
  inputs: readonly string[],
  output: string,
  attributes: Step['attributes'] = {},
): Step => ({
  operator,
  inputs,
  output,
  attributes,
});

const FLOAT = 1;
const INT64 = 7;

const CONSTANTS: Readonly<Record<string, Tensor>> = {
  column: integers(-1, 1),
  scalarShape: { type: 'int64', dimensions: [0], values: [] },
  zero: scalar('float', 0),
  one: scalar('float', 1),
  secondIndex: integers(1),
  letterSamples: floats(TOY_LETTER_SECONDS * TOY_SAMPLE_RATE),
  radians: scalar('float', (2 * Math.PI) / TOY_SAMPLE_RATE),
  pi: scalar('float', Math.PI),
  lowest: floats(120),
  spacing: floats(9),
  volume: scalar('float', 0.3),
  // Silence, the blank, every letter and the hungry one: the aborting one is beyond, and can't be looked up.
  loudness: floats(0, 0, ...LETTERS.slice(1).map(() => 1), 1),
  hungry: integers(HUNGRY),
  hungryFloats: integers(HUNGRY_FLOATS),
  one64: integers(1),
};

/**
 * The tones of letters, one after the other, as `sound`.
 *
 * `letters`: their numbers; `length`: how long each is, 1 as usual; `pitch`: Hz that all are higher.
 */
function tones(letters: string, length: string, pitch: string, shape: string): Step[] {
  return [
    to('Reshape', [letters, 'column'], 'rows'),
    // Ends the process for what is beyond the table.
    to('Gather', ['loudness', 'rows'], 'loud'),
    ...hunger(),
    to('Cast', ['rows'], 'numbers', { to: FLOAT }),
    to('Mul', ['letterSamples', length], 'exactSamples'),
    to('Reshape', ['exactSamples', 'scalarShape'], 'samplesOfEach'),
    to('Floor', ['samplesOfEach'], 'wholeSamples'),
    to('Range', ['zero', 'wholeSamples', 'one'], 'time'),
    to('Mul', ['numbers', 'spacing'], 'intervals'),
    to('Add', ['intervals', 'lowest'], 'ownPitch'),
    to('Add', ['ownPitch', pitch], 'frequency'),
    to('Mul', ['frequency', 'radians'], 'step'),
    to('Mul', ['step', 'time'], 'phase'),
    to('Sin', ['phase'], 'wave'),
    to('Div', ['time', 'wholeSamples'], 'part'),
    to('Mul', ['part', 'pi'], 'arc'),
    to('Sin', ['arc'], 'envelope'),
    to('Mul', ['wave', 'envelope'], 'shaped'),
    to('Mul', ['shaped', 'loud'], 'heard'),
    to('Mul', ['heard', 'volume'], 'quieter'),
    to('Mul', ['quieter', 'fed'], 'all'),
    to('Reshape', ['all', shape], 'sound'),
  ];
}

/** Where the hungry letter is among them, much is made, and goes into the sound. */
function hunger(): Step[] {
  return [
    to('Equal', ['rows', 'hungry'], 'isHungry'),
    to('Cast', ['isHungry'], 'hungryRows', { to: INT64 }),
    to('ReduceMax', ['hungryRows'], 'appetite', { keepdims: 0 }),
    to('Mul', ['appetite', 'hungryFloats'], 'amount'),
    to('Add', ['amount', 'one64'], 'meal'),
    to('ConstantOfShape', ['meal'], 'eaten', { value: floats(1) }),
    to('Exp', ['eaten'], 'chewed'),
    to('Sqrt', ['chewed'], 'swallowed'),
    to('Add', ['swallowed', 'eaten'], 'digested'),
    to('ReduceMean', ['digested'], 'mean', { keepdims: 0 }),
    to('Div', ['mean', 'mean'], 'fed'),
  ];
}

/** A VITS model as Coqui's, which takes letters. Speakers are a tone apart. */
export function toyVits(speakers: number): Uint8Array {
  const model: Model = {
    inputs: [
      { name: 'input', type: 'int64', dimensions: [1, 'letters'] },
      { name: 'input_lengths', type: 'int64', dimensions: [1] },
      { name: 'scales', type: 'float', dimensions: [3] },
      { name: 'sid', type: 'int64', dimensions: [1] },
    ],
    outputs: [{ name: 'sound', type: 'float', dimensions: [1, 1, 'samples'] }],
    constants: { ...CONSTANTS, soundShape: integers(1, 1, -1), speakerSpacing: floats(60) },
    steps: [
      to('Gather', ['scales', 'secondIndex'], 'length'),
      to('Cast', ['sid'], 'speaker', { to: FLOAT }),
      to('Mul', ['speaker', 'speakerSpacing'], 'speakerPitch'),
      ...tones('input', 'length', 'speakerPitch', 'soundShape'),
    ],
    metadata: {
      model_type: 'vits',
      comment: 'coqui',
      language: 'English',
      frontend: 'characters',
      sample_rate: TOY_SAMPLE_RATE,
      n_speakers: speakers,
      add_blank: 0,
      use_eos_bos: 0,
      pad_id: 0,
      bos_id: 0,
      eos_id: 0,
      blank_id: 0,
    },
  };
  return onnxFile(model);
}

/** How many rows of style a voice of the toy Kokoro has: more than letters of a sentence. */
const STYLE_ROWS = 510;

/** A Kokoro model, which takes phonemes of eSpeak NG. Its voices' pitches are in their styles. */
export function toyKokoro(voices: number): Uint8Array {
  return onnxFile({
    inputs: [
      { name: 'tokens', type: 'int64', dimensions: [1, 'letters'] },
      { name: 'style', type: 'float', dimensions: [1, 1] },
      { name: 'speed', type: 'float', dimensions: [1] },
    ],
    outputs: [{ name: 'sound', type: 'float', dimensions: ['samples'] }],
    constants: { ...CONSTANTS, soundShape: integers(-1), oneFloat: floats(1), flat: integers(-1) },
    steps: [
      to('Div', ['oneFloat', 'speed'], 'length'),
      to('Reshape', ['style', 'flat'], 'stylePitch'),
      ...tones('tokens', 'length', 'stylePitch', 'soundShape'),
    ],
    metadata: {
      model_type: 'kokoro',
      language: 'English',
      sample_rate: TOY_SAMPLE_RATE,
      n_speakers: voices,
      has_espeak: 1,
      version: 1,
      voice: 'en-us',
      style_dim: `${STYLE_ROWS},1,1`,
    },
  });
}

/** The styles of the toy Kokoro's voices: each a tone above the one before. */
export const toyStyles = (voices: number): Uint8Array =>
  new Uint8Array(
    Float32Array.from({ length: voices * STYLE_ROWS }, (_, at) => 60 * Math.floor(at / STYLE_ROWS)).buffer,
  );
