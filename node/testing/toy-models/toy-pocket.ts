// The five graphs of a Pocket TTS model, made for tests: what is said is a tone, as high as that of the recording whose voice
// is taken and higher by its letters, and as long as the text.
import { FLOAT, floats, INT64, integers, type Model, onnxFile, type Tensor, to } from './onnx-file.ts';

/** Hz of what such a model says: sherpa-onnx takes no others. */
export const POCKET_SAMPLE_RATE = 24_000;
/** Samples of a frame, as with the real model. */
const FRAME = 1920;
/** Numbers of a frame, and of what a text and a recording become: sherpa-onnx takes no others. */
const LATENT = 32;
const WIDTH = 1024;
/** Letters that are said in a frame. */
const LETTERS_A_FRAME = 2;

/** Seconds of a letter. */
export const POCKET_LETTER_SECONDS = FRAME / LETTERS_A_FRAME / POCKET_SAMPLE_RATE;

const scalar = (value: number): Tensor => ({ type: 'float', dimensions: [], values: [value] });
/** A row with one number that is 1. */
const unit = (at: number): Tensor => ({
  type: 'float',
  dimensions: [1, 1, WIDTH],
  values: Array.from({ length: WIDTH }, (_, index) => (index === at ? 1 : 0)),
});

const graph = (model: Omit<Model, 'metadata'>): Uint8Array => onnxFile({ ...model, metadata: {} });

/** A recording becomes one row, whose first number is its pitch in Hz, told from how often the sound changes its sign. */
const encoder = (): Uint8Array =>
  graph({
    inputs: [{ name: 'audio', type: 'float', dimensions: [1, 1, 'samples'] }],
    outputs: [{ name: 'conditioning', type: 'float', dimensions: [1, 1, WIDTH] }],
    constants: {
      one: integers(1),
      zero: integers(0),
      last: integers(-1),
      end: integers(2 ** 31),
      sampleAxis: integers(2),
      // Each change is a difference of two signs; two of them are a period.
      perChange: scalar(POCKET_SAMPLE_RATE / 4),
      first: unit(0),
    },
    steps: [
      to('Sign', ['audio'], 'signs'),
      to('Slice', ['signs', 'one', 'end', 'sampleAxis'], 'later'),
      to('Slice', ['signs', 'zero', 'last', 'sampleAxis'], 'earlier'),
      to('Sub', ['later', 'earlier'], 'differences'),
      to('Abs', ['differences'], 'changes'),
      to('ReduceMean', ['changes'], 'changesOfSample'),
      to('Mul', ['changesOfSample', 'perChange'], 'pitch'),
      to('Mul', ['pitch', 'first'], 'conditioning'),
    ],
  });

/** Each letter becomes a row whose second number is the letter's own. */
const textConditioner = (): Uint8Array =>
  graph({
    inputs: [{ name: 'token_ids', type: 'int64', dimensions: [1, 'letters'] }],
    outputs: [{ name: 'embeddings', type: 'float', dimensions: [1, 'letters', WIDTH] }],
    constants: { column: integers(1, -1, 1), second: unit(1) },
    steps: [
      to('Cast', ['token_ids'], 'numbers', { to: FLOAT }),
      to('Reshape', ['numbers', 'column'], 'rows'),
      to('Mul', ['rows', 'second'], 'embeddings'),
    ],
  });

/** Rows of the letters that it keeps which stand for none: the one that it begins with, and the recording's. */
const ROWS_BEFORE = 2;

/**
 * Keeps the recording's pitch and the letters. Of each frame it gives how high it is: the pitch, and more for later letters of
 * the alphabet; and how loud. It is at its end when it has been asked for enough frames.
 */
const main = (): Uint8Array =>
  graph({
    inputs: [
      { name: 'sequence', type: 'float', dimensions: [1, 'frames', LATENT] },
      { name: 'text_embeddings', type: 'float', dimensions: [1, 'rows', WIDTH] },
      { name: 'state_0', type: 'float', dimensions: [1, WIDTH] },
      { name: 'state_1', type: 'float', dimensions: [1] },
      { name: 'state_2', type: 'float', dimensions: [1, 'kept', 1] },
    ],
    outputs: [
      { name: 'conditioning', type: 'float', dimensions: [1, WIDTH] },
      { name: 'eos_logit', type: 'float', dimensions: [1] },
      { name: 'out_state_0', type: 'float', dimensions: [1, WIDTH] },
      { name: 'out_state_1', type: 'float', dimensions: [1] },
      { name: 'out_state_2', type: 'float', dimensions: [1, 'kept', 1] },
    ],
    constants: {
      rowAxis: integers(1),
      one: integers(1),
      two: integers(2),
      widthAxis: integers(2),
      column: integers(-1),
      first: { ...unit(0), dimensions: [1, WIDTH] },
      second: { ...unit(1), dimensions: [1, WIDTH] },
      perLetter: scalar(1 / LETTERS_A_FRAME),
      perFrame: scalar(LETTERS_A_FRAME),
      rowsBefore: floats(ROWS_BEFORE),
      unitRow: floats(1),
      spacing: scalar(4),
      lowestLetter: scalar('a'.charCodeAt(0)),
      threshold: scalar(-4),
    },
    steps: [
      to('ReduceSum', ['text_embeddings', 'rowAxis'], 'sum', { keepdims: 0 }),
      to('Mul', ['sum', 'first'], 'pitch'),
      to('Add', ['state_0', 'pitch'], 'out_state_0'),
      to('Shape', ['sequence'], 'shape'),
      to('Gather', ['shape', 'one'], 'count'),
      to('Cast', ['count'], 'more', { to: FLOAT }),
      to('Add', ['state_1', 'more'], 'out_state_1'),
      to('Slice', ['text_embeddings', 'one', 'two', 'widthAxis'], 'letters'),
      to('Concat', ['state_2', 'letters'], 'out_state_2', { axis: 1 }),
      // How many letters there are, and so how many frames.
      to('Shape', ['out_state_2'], 'keptShape'),
      to('Gather', ['keptShape', 'one'], 'kept'),
      to('Cast', ['kept'], 'keptRows', { to: FLOAT }),
      to('Sub', ['keptRows', 'rowsBefore'], 'said'),
      to('Mul', ['said', 'perLetter'], 'wanted'),
      to('Sub', ['out_state_1', 'wanted'], 'beyond'),
      to('Add', ['beyond', 'threshold'], 'eos_logit'),
      // The letter of this frame; the last one where there is none any more.
      to('Mul', ['out_state_1', 'perFrame'], 'place'),
      to('Sub', ['keptRows', 'unitRow'], 'lastRow'),
      to('Min', ['place', 'lastRow'], 'row'),
      to('Cast', ['row'], 'rowNumber', { to: INT64 }),
      to('Reshape', ['out_state_2', 'column'], 'allLetters'),
      to('Gather', ['allLetters', 'rowNumber'], 'letter'),
      to('Sub', ['letter', 'lowestLetter'], 'fromLowest'),
      to('Abs', ['fromLowest'], 'steps'),
      to('Mul', ['steps', 'spacing'], 'interval'),
      to('Mul', ['interval', 'first'], 'intervalRow'),
      to('Add', ['out_state_0', 'intervalRow'], 'heightRow'),
      // After the last letter comes silence.
      to('Less', ['beyond', 'unitRow'], 'isSaid'),
      to('Cast', ['isSaid'], 'loudness', { to: FLOAT }),
      to('Mul', ['loudness', 'second'], 'loudnessRow'),
      to('Add', ['heightRow', 'loudnessRow'], 'conditioning'),
    ],
  });

/** Leads any noise to the first numbers of what the main graph gives. */
const flow = (): Uint8Array =>
  graph({
    inputs: [
      { name: 'c', type: 'float', dimensions: [1, WIDTH] },
      { name: 's', type: 'float', dimensions: [1, 1] },
      { name: 't', type: 'float', dimensions: [1, 1] },
      { name: 'x', type: 'float', dimensions: [1, LATENT] },
    ],
    outputs: [{ name: 'flow_dir', type: 'float', dimensions: [1, LATENT] }],
    constants: { start: integers(0), width: integers(LATENT), axis: integers(1), one: scalar(1), none: scalar(0) },
    steps: [
      to('Slice', ['c', 'start', 'width', 'axis'], 'target'),
      to('Sub', ['target', 'x'], 'way'),
      to('Sub', ['one', 's'], 'rest'),
      to('Div', ['way', 'rest'], 'direct'),
      // A graph may not leave out an input.
      to('Mul', ['t', 'none'], 'nothing'),
      to('Add', ['direct', 'nothing'], 'flow_dir'),
    ],
  });

/** Frames become tones. It goes on where the chunk before has ended. */
const decoder = (): Uint8Array =>
  graph({
    inputs: [
      { name: 'latent', type: 'float', dimensions: [1, 'frames', LATENT] },
      { name: 'state_0', type: 'float', dimensions: [1, 1] },
    ],
    outputs: [
      { name: 'audio', type: 'float', dimensions: [1, 1, 'samples'] },
      { name: 'out_state_0', type: 'float', dimensions: [1, 1] },
    ],
    constants: {
      pitchIndex: integers(0),
      loudnessIndex: integers(1),
      column: integers(-1, 1),
      flat: integers(-1),
      soundShape: integers(1, 1, -1),
      stateShape: integers(1, 1),
      samplesOfFrame: floats(...Array.from({ length: FRAME }, () => 1)),
      radians: scalar((2 * Math.PI) / POCKET_SAMPLE_RATE),
      volume: scalar(0.3),
      drive: scalar(4),
      firstAxis: { type: 'int64', dimensions: [], values: [0] },
      last: integers(-1),
    },
    steps: [
      ...['pitch', 'loudness'].flatMap((of) => [
        to('Gather', ['latent', `${of}Index`], `${of}Band`, { axis: 2 }),
        to('Reshape', [`${of}Band`, 'column'], `${of}Frames`),
        to('Mul', [`${of}Frames`, 'samplesOfFrame'], `${of}Rows`),
        to('Reshape', [`${of}Rows`, 'flat'], `${of}OfSamples`),
      ]),
      to('Mul', ['pitchOfSamples', 'radians'], 'step'),
      to('CumSum', ['step', 'firstAxis'], 'phases'),
      to('Reshape', ['state_0', 'flat'], 'before'),
      to('Add', ['phases', 'before'], 'phase'),
      to('Sin', ['phase'], 'wave'),
      // With overtones, as a voice has them.
      to('Mul', ['wave', 'drive'], 'driven'),
      to('Tanh', ['driven'], 'voiced'),
      to('Mul', ['voiced', 'loudnessOfSamples'], 'heard'),
      to('Mul', ['heard', 'volume'], 'quieter'),
      to('Reshape', ['quieter', 'soundShape'], 'audio'),
      to('Gather', ['phase', 'last'], 'lastPhase'),
      to('Reshape', ['lastPhase', 'stateShape'], 'out_state_0'),
    ],
  });

/** Every byte is a token of its own, and so is the sign for a blank: a text has as many as it has letters, and one more. */
const TOKENS = [
  ...Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`),
  '\u2581',
];
const tokenFile = (value: (index: number) => number): string =>
  JSON.stringify(Object.fromEntries(TOKENS.map((token, index) => [token, value(index)])));

/** The files of the model by the names of their fields in `pack.json`. */
export const toyPocket = () => ({
  lmFlow: flow(),
  lmMain: main(),
  encoder: encoder(),
  decoder: decoder(),
  textConditioner: textConditioner(),
  vocabJson: tokenFile((index) => index),
  tokenScoresJson: tokenFile(() => -1),
});
