// The five graphs of a Pocket TTS model, made for tests: what is said is a tone as high as that of the recording whose voice is
// taken, and as long as the text.
import { type Model, onnxFile, type Step, type Tensor } from './onnx-file.ts';

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

const floats = (...values: readonly number[]): Tensor => ({ type: 'float', dimensions: [values.length], values });
const integers = (...values: readonly number[]): Tensor => ({ type: 'int64', dimensions: [values.length], values });
const scalar = (value: number): Tensor => ({ type: 'float', dimensions: [], values: [value] });
/** A row with one number that is 1. */
const unit = (at: number): Tensor => ({
  type: 'float',
  dimensions: [1, 1, WIDTH],
  values: Array.from({ length: WIDTH }, (_, index) => (index === at ? 1 : 0)),
});

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

/** Each letter becomes a row whose second number is 1. */
const textConditioner = (): Uint8Array =>
  graph({
    inputs: [{ name: 'token_ids', type: 'int64', dimensions: [1, 'letters'] }],
    outputs: [{ name: 'embeddings', type: 'float', dimensions: [1, 'letters', WIDTH] }],
    constants: { none: scalar(0), column: integers(1, -1, 1), second: unit(1) },
    steps: [
      to('Cast', ['token_ids'], 'numbers', { to: FLOAT }),
      to('Mul', ['numbers', 'none'], 'zeros'),
      to('Reshape', ['zeros', 'column'], 'rows'),
      to('Add', ['rows', 'second'], 'embeddings'),
    ],
  });

/** Adds up what it is given: pitch and letters. It is at its end when it has been asked for enough frames. */
const main = (): Uint8Array =>
  graph({
    inputs: [
      { name: 'sequence', type: 'float', dimensions: [1, 'frames', LATENT] },
      { name: 'text_embeddings', type: 'float', dimensions: [1, 'rows', WIDTH] },
      { name: 'state_0', type: 'float', dimensions: [1, WIDTH] },
      { name: 'state_1', type: 'float', dimensions: [1] },
    ],
    outputs: [
      { name: 'conditioning', type: 'float', dimensions: [1, WIDTH] },
      { name: 'eos_logit', type: 'float', dimensions: [1] },
      { name: 'out_state_0', type: 'float', dimensions: [1, WIDTH] },
      { name: 'out_state_1', type: 'float', dimensions: [1] },
    ],
    constants: {
      rowAxis: integers(1),
      frameIndex: integers(1),
      letterIndex: integers(1),
      perLetter: scalar(1 / LETTERS_A_FRAME),
      flat: integers(1),
      threshold: scalar(-4),
    },
    steps: [
      to('ReduceSum', ['text_embeddings', 'rowAxis'], 'sum', { keepdims: 0 }),
      to('Add', ['state_0', 'sum'], 'conditioning'),
      to('Identity', ['conditioning'], 'out_state_0'),
      to('Shape', ['sequence'], 'shape'),
      to('Gather', ['shape', 'frameIndex'], 'count'),
      to('Cast', ['count'], 'more', { to: FLOAT }),
      to('Add', ['state_1', 'more'], 'out_state_1'),
      to('Gather', ['conditioning', 'letterIndex'], 'lettersColumn', { axis: 1 }),
      to('Reshape', ['lettersColumn', 'flat'], 'letters'),
      to('Mul', ['letters', 'perLetter'], 'wanted'),
      to('Sub', ['out_state_1', 'wanted'], 'beyond'),
      to('Add', ['beyond', 'threshold'], 'eos_logit'),
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
      column: integers(-1, 1),
      flat: integers(-1),
      soundShape: integers(1, 1, -1),
      stateShape: integers(1, 1),
      samplesOfFrame: floats(...Array.from({ length: FRAME }, () => 1)),
      radians: scalar((2 * Math.PI) / POCKET_SAMPLE_RATE),
      volume: scalar(0.3),
      firstAxis: { type: 'int64', dimensions: [], values: [0] },
      last: integers(-1),
    },
    steps: [
      to('Gather', ['latent', 'pitchIndex'], 'pitchBand', { axis: 2 }),
      to('Reshape', ['pitchBand', 'column'], 'pitches'),
      to('Mul', ['pitches', 'samplesOfFrame'], 'rows'),
      to('Reshape', ['rows', 'flat'], 'pitchOfSamples'),
      to('Mul', ['pitchOfSamples', 'radians'], 'step'),
      to('CumSum', ['step', 'firstAxis'], 'phases'),
      to('Reshape', ['state_0', 'flat'], 'before'),
      to('Add', ['phases', 'before'], 'phase'),
      to('Sin', ['phase'], 'wave'),
      to('Mul', ['wave', 'volume'], 'quieter'),
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
