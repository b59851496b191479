// Models that say each letter as a tone. They carry the metadata that sherpa-onnx asks of each kind of model, so that the code
// that loads and speaks real ones speaks them; no package brings weights.
import { FLOAT, floats, INT64, integers, type Model, onnxFile, type Step, type Tensor, to } from './onnx-file.ts';

/** Hz of the sound. */
export const TOY_SAMPLE_RATE = 22_050;
/** Hz of the sound of the toy Kitten: as real ones have it. */
export const TOY_KITTEN_SAMPLE_RATE = 24_000;
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

const scalar = (type: Tensor['type'], value: number): Tensor => ({ type, dimensions: [], values: [value] });

/** What says which letter is how high and how loud. */
const PITCHES: Readonly<Record<string, Tensor>> = {
  column: integers(-1, 1),
  scalarShape: { type: 'int64', dimensions: [0], values: [] },
  zero: scalar('float', 0),
  one: scalar('float', 1),
  lowest: floats(120),
  spacing: floats(9),
  // Silence, the blank, every letter and the hungry one: the aborting one is beyond, and can't be looked up.
  loudness: floats(0, 0, ...LETTERS.slice(1).map(() => 1), 1),
};

/** What `tones` needs. @param sampleRate Hz */
const toneConstants = (sampleRate: number): Readonly<Record<string, Tensor>> => ({
  ...PITCHES,
  letterSamples: floats(TOY_LETTER_SECONDS * sampleRate),
  radians: scalar('float', (2 * Math.PI) / sampleRate),
  pi: scalar('float', Math.PI),
  volume: scalar('float', 0.3),
  hungry: integers(HUNGRY),
  hungryFloats: integers(HUNGRY_FLOATS),
  one64: integers(1),
});

/** The letters' numbers as `rows`, a row each, how loud each is as `loud`, and Hz of each as `ownPitch`. */
const pitches = (letters: string): Step[] => [
  to('Reshape', [letters, 'column'], 'rows'),
  // Ends the process for what is beyond the table.
  to('Gather', ['loudness', 'rows'], 'loud'),
  to('Cast', ['rows'], 'numbers', { to: FLOAT }),
  to('Mul', ['numbers', 'spacing'], 'intervals'),
  to('Add', ['intervals', 'lowest'], 'ownPitch'),
];

/** From 0 up to the whole part of `exact`, as `time`; that part is `wholeSteps`. */
const steps = (exact: string): Step[] => [
  to('Reshape', [exact, 'scalarShape'], 'exactSteps'),
  to('Floor', ['exactSteps'], 'wholeSteps'),
  to('Range', ['zero', 'wholeSteps', 'one'], 'time'),
];

/**
 * The tones of letters, one after the other, as `sound`.
 *
 * `letters`: their numbers; `length`: how long each is, 1 as usual; `pitch`: Hz that all are higher.
 */
function tones(letters: string, length: string, pitch: string, shape: string): Step[] {
  return [
    ...pitches(letters),
    ...hunger(),
    to('Mul', ['letterSamples', length], 'samples'),
    ...steps('samples'),
    to('Add', ['ownPitch', pitch], 'frequency'),
    to('Mul', ['frequency', 'radians'], 'step'),
    to('Mul', ['step', 'time'], 'phase'),
    to('Sin', ['phase'], 'wave'),
    to('Div', ['time', 'wholeSteps'], 'part'),
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
    constants: {
      ...toneConstants(TOY_SAMPLE_RATE),
      secondIndex: integers(1),
      soundShape: integers(1, 1, -1),
      speakerSpacing: floats(60),
    },
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

/** A model which takes phonemes of eSpeak NG, and its voices' pitches as their styles. */
function styledModel(sampleRate: number, metadata: Model['metadata']): Uint8Array {
  return onnxFile({
    inputs: [
      { name: 'tokens', type: 'int64', dimensions: [1, 'letters'] },
      { name: 'style', type: 'float', dimensions: [1, 1] },
      { name: 'speed', type: 'float', dimensions: [1] },
    ],
    outputs: [{ name: 'sound', type: 'float', dimensions: ['samples'] }],
    constants: { ...toneConstants(sampleRate), soundShape: integers(-1), oneFloat: floats(1), flat: integers(-1) },
    steps: [
      to('Div', ['oneFloat', 'speed'], 'length'),
      to('Reshape', ['style', 'flat'], 'stylePitch'),
      ...tones('tokens', 'length', 'stylePitch', 'soundShape'),
    ],
    metadata: { language: 'English', sample_rate: sampleRate, has_espeak: 1, version: 1, voice: 'en-us', ...metadata },
  });
}

/** The styles of a model's voices: each a tone above the one before. @param rows how many a voice has */
const styles = (voices: number, rows: number): Uint8Array =>
  new Uint8Array(Float32Array.from({ length: voices * rows }, (_, at) => 60 * Math.floor(at / rows)).buffer);

/** How many rows of style a voice of the toy Kokoro has: more than letters of a sentence. */
const STYLE_ROWS = 510;

export const toyKokoro = (voices: number): Uint8Array =>
  styledModel(TOY_SAMPLE_RATE, { model_type: 'kokoro', n_speakers: voices, style_dim: `${STYLE_ROWS},1,1` });

export const toyKokoroStyles = (voices: number): Uint8Array => styles(voices, STYLE_ROWS);

export const toyKitten = (voices: number): Uint8Array =>
  styledModel(TOY_KITTEN_SAMPLE_RATE, { model_type: 'kitten-tts', n_speakers: voices, style_dim: '1,1' });

export const toyKittenStyles = (voices: number): Uint8Array => styles(voices, 1);

/** Samples of a frame of what the two models of the toy Matcha hand on. */
const HOP = 100;

/**
 * The first of a Matcha's two models: phonemes of eSpeak NG become frames, which have two numbers here, Hz and loudness.
 * Speakers are a tone apart.
 */
export const toyMatcha = (speakers: number): Uint8Array =>
  onnxFile({
    inputs: [
      { name: 'x', type: 'int64', dimensions: [1, 'letters'] },
      { name: 'x_length', type: 'int64', dimensions: [1] },
      { name: 'noise_scale', type: 'float', dimensions: [1] },
      { name: 'length_scale', type: 'float', dimensions: [1] },
      { name: 'sid', type: 'int64', dimensions: [1] },
    ],
    outputs: [{ name: 'mel', type: 'float', dimensions: [1, 2, 'frames'] }],
    constants: {
      ...PITCHES,
      letterFrames: floats((TOY_LETTER_SECONDS * TOY_SAMPLE_RATE) / HOP),
      speakerSpacing: floats(120),
      bandShape: integers(1, 1, -1),
    },
    steps: [
      ...pitches('x'),
      to('Mul', ['letterFrames', 'length_scale'], 'frames'),
      ...steps('frames'),
      to('Mul', ['time', 'zero'], 'silence'),
      to('Cast', ['sid'], 'speaker', { to: FLOAT }),
      to('Mul', ['speaker', 'speakerSpacing'], 'speakerPitch'),
      to('Add', ['ownPitch', 'speakerPitch'], 'frequency'),
      ...['frequency', 'loud'].flatMap((of) => [
        to('Add', [of, 'silence'], `${of}OfFrames`),
        to('Reshape', [`${of}OfFrames`, 'bandShape'], `${of}Band`),
      ]),
      to('Concat', ['frequencyBand', 'loudBand'], 'mel', { axis: 1 }),
    ],
    metadata: {
      model_type: 'matcha-tts',
      language: 'English',
      sample_rate: TOY_SAMPLE_RATE,
      n_speakers: speakers,
      has_espeak: 1,
      jieba: 0,
      use_eos_bos: 1,
      pad_id: 0,
      version: 1,
      voice: 'en-us',
    },
  });

/** The second: the frames become sound, as with HiFi-GAN. */
export const toyVocoder = (): Uint8Array =>
  onnxFile({
    inputs: [{ name: 'mel', type: 'float', dimensions: [1, 2, 'frames'] }],
    outputs: [{ name: 'sound', type: 'float', dimensions: [1, 1, 'samples'] }],
    constants: {
      frequencyIndex: scalar('int64', 0),
      loudIndex: scalar('int64', 1),
      column: integers(-1, 1),
      flat: integers(-1),
      soundShape: integers(1, 1, -1),
      samplesOfFrame: floats(...Array.from({ length: HOP }, () => 1)),
      radians: scalar('float', (2 * Math.PI) / TOY_SAMPLE_RATE),
      volume: scalar('float', 0.3),
      drive: scalar('float', 4),
      firstAxis: scalar('int64', 0),
    },
    steps: [
      ...['frequency', 'loud'].flatMap((of) => [
        to('Gather', ['mel', `${of}Index`], `${of}Band`, { axis: 1 }),
        to('Reshape', [`${of}Band`, 'column'], `${of}Frames`),
        to('Mul', [`${of}Frames`, 'samplesOfFrame'], `${of}Rows`),
        to('Reshape', [`${of}Rows`, 'flat'], `${of}OfSamples`),
      ]),
      to('Mul', ['frequencyOfSamples', 'radians'], 'step'),
      to('CumSum', ['step', 'firstAxis'], 'phase'),
      to('Sin', ['phase'], 'wave'),
      // With overtones, as a voice has them.
      to('Mul', ['wave', 'drive'], 'driven'),
      to('Tanh', ['driven'], 'voiced'),
      to('Mul', ['voiced', 'loudOfSamples'], 'heard'),
      to('Mul', ['heard', 'volume'], 'quieter'),
      to('Reshape', ['quieter', 'soundShape'], 'sound'),
    ],
    metadata: { model_type: 'hifigan' },
  });
