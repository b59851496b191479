// Models that recognise a low, a middle and a high tone as one word each. They contain the metadata that sherpa-onnx
// requires of each kind of model, so that the same code runs them and real models.
import { floats, integers, onnxFile, type Tensor, to } from './onnx-file.ts';
import { listedFiles, type ToyFiles } from './toy-pack.ts';

/** Words, with the frequencies of their tones in Hz. */
export const TOY_WORDS = [
  { word: 'low', hertz: 500 },
  { word: 'middle', hertz: 1500 },
  { word: 'high', hertz: 3000 },
] as const;

export const TOY_RECOGNISER_SAMPLE_RATE = 16_000;

/** Values per frame of the models' input: the energies of 80 bands. */
const BANDS = 80;
/** The bands of each tone. */
const TONE_BANDS = [
  [8, 25],
  [29, 45],
  [48, 68],
] as const;
/** How much a tone must stand out from silence. */
const BLANK_SCORE = 10;
/** Makes the models confident, because the uncertainty of many frames adds up. */
const SHARPNESS = 4;
const SYMBOLS = TOY_WORDS.length + 1;

/** Words start with this mark, as in models whose tokens are whole words. */
const tokens = (blank: 'first' | 'last', name: string): string => {
  const words = TOY_WORDS.map(({ word }) => `▁${word}`);
  const symbols = blank === 'first' ? [name, ...words] : [...words, name];
  return symbols.map((symbol, index) => `${symbol} ${index}\n`).join('');
};

const matrix = (rows: number, columns: number, valueAt: (row: number, column: number) => number): Tensor => ({
  type: 'float',
  dimensions: [rows, columns],
  values: Array.from({ length: rows * columns }, (_, at) => valueAt(Math.floor(at / columns), at % columns)),
});

/** The weight of a band for a tone: positive for its own bands, negative for those of other tones. */
function weight(tone: number, band: number): number {
  const owner = TONE_BANDS.findIndex(([from, end]) => band >= from && band < end);
  if (owner < 0) return 0;
  const [from, end] = TONE_BANDS[owner] ?? [0, 1];
  return (SHARPNESS * (owner === tone ? 1 : -0.5)) / (end - from);
}

/** A NeMo CTC model with frames of 10 ms. */
export const toyNemoCtc = (): Uint8Array =>
  onnxFile({
    inputs: [
      { name: 'audio_signal', type: 'float', dimensions: [1, BANDS, 'frames'] },
      { name: 'length', type: 'int64', dimensions: [1] },
    ],
    outputs: [{ name: 'logprobs', type: 'float', dimensions: [1, 'frames', SYMBOLS] }],
    constants: {
      weights: matrix(SYMBOLS, BANDS, (symbol, band) => (symbol < TOY_WORDS.length ? weight(symbol, band) : 0)),
      bias: floats(...TOY_WORDS.map(() => 0), BLANK_SCORE),
      rows: integers(1, -1, SYMBOLS),
    },
    steps: [
      to('MatMul', ['weights', 'audio_signal'], 'scores'),
      // Reverses the dimensions: each frame becomes a row.
      to('Transpose', ['scores'], 'turned'),
      to('Reshape', ['turned', 'rows'], 'byFrame'),
      to('Add', ['byFrame', 'bias'], 'withBlank'),
      to('LogSoftmax', ['withBlank'], 'logprobs'),
    ],
    metadata: { vocab_size: TOY_WORDS.length, normalize_type: '', subsampling_factor: 1, model_type: 'EncDecCTCModel' },
  });

export const TOY_CTC_FILES = { 'model.onnx': toyNemoCtc(), 'tokens.txt': tokens('last', '<blk>') };

/** Prevents a transducer from repeating its last token, so that a tone is a single word. */
const REPEAT_SCORE = -1000;

/** sherpa-onnx assumes that a transducer's encoder combines four frames into one. */
const SUBSAMPLING = 4;

/** The three models of a transducer, in the format that icefall exports. */
export const toyTransducer = (): Readonly<Record<'encoder' | 'decoder' | 'joiner', Uint8Array>> => ({
  encoder: onnxFile({
    inputs: [
      { name: 'x', type: 'float', dimensions: ['N', 'frames', BANDS] },
      { name: 'x_lens', type: 'int64', dimensions: ['N'] },
    ],
    outputs: [
      { name: 'encoder_out', type: 'float', dimensions: ['N', 'frames', BANDS] },
      { name: 'encoder_out_lens', type: 'int64', dimensions: ['N'] },
    ],
    constants: {
      first: integers(0),
      end: integers(Number.MAX_SAFE_INTEGER),
      frameAxis: integers(1),
      stride: integers(SUBSAMPLING),
      half: integers(SUBSAMPLING - 1),
    },
    steps: [
      to('Slice', ['x', 'first', 'end', 'frameAxis', 'stride'], 'encoder_out'),
      to('Add', ['x_lens', 'half'], 'rounded'),
      to('Div', ['rounded', 'stride'], 'encoder_out_lens'),
    ],
    metadata: { model_type: 'zipformer2', version: 1 },
  }),
  decoder: onnxFile({
    inputs: [{ name: 'y', type: 'int64', dimensions: ['N', 2] }],
    outputs: [{ name: 'decoder_out', type: 'float', dimensions: ['N', SYMBOLS] }],
    constants: {
      last: { type: 'int64', dimensions: [], values: [1] },
      table: matrix(SYMBOLS, SYMBOLS, (row, column) => (row === column && row > 0 ? REPEAT_SCORE : 0)),
      zero: integers(0),
    },
    steps: [
      to('Gather', ['y', 'last'], 'signed', { axis: 1 }),
      // The start token is negative.
      to('Max', ['signed', 'zero'], 'heard'),
      to('Gather', ['table', 'heard'], 'decoder_out'),
    ],
    metadata: { vocab_size: SYMBOLS, context_size: 2 },
  }),
  joiner: onnxFile({
    inputs: [
      { name: 'encoder_out', type: 'float', dimensions: ['N', BANDS] },
      { name: 'decoder_out', type: 'float', dimensions: ['N', SYMBOLS] },
    ],
    outputs: [{ name: 'logit', type: 'float', dimensions: ['N', SYMBOLS] }],
    constants: {
      weights: matrix(BANDS, SYMBOLS, (band, symbol) => (symbol > 0 ? weight(symbol - 1, band) : 0)),
      bias: floats(BLANK_SCORE, ...TOY_WORDS.map(() => 0)),
    },
    steps: [
      to('MatMul', ['encoder_out', 'weights'], 'scores'),
      to('Add', ['scores', 'bias'], 'withBlank'),
      to('Add', ['withBlank', 'decoder_out'], 'logit'),
    ],
    metadata: { joiner_dim: BANDS },
  }),
});

const { encoder, decoder, joiner } = toyTransducer();
export const TOY_TRANSDUCER_FILES = {
  'encoder.onnx': encoder,
  'decoder.onnx': decoder,
  'joiner.onnx': joiner,
  'tokens.txt': tokens('first', '<blk>'),
};

/** A pack's `pack.json` and files. */
function recogniserPack(id: string, engine: Readonly<Record<string, string>>, files: ToyFiles) {
  const pack = {
    format: 1,
    kind: 'recogniser',
    id,
    name: 'Toy recogniser',
    rights: { licence: 'CC-BY-4.0', attribution: 'Toy recogniser by the makers of tests', commercialUse: true },
    engine,
    sampleRate: TOY_RECOGNISER_SAMPLE_RATE,
    languages: ['en', 'de'],
    files: listedFiles(files),
  };
  return { pack, files };
}

export const toyCtcPack = () =>
  recogniserPack('toy-ctc', { kind: 'nemo-ctc', model: 'model.onnx', tokens: 'tokens.txt' }, TOY_CTC_FILES);

export const toyTransducerPack = () =>
  recogniserPack(
    'toy-transducer',
    {
      kind: 'transducer',
      encoder: 'encoder.onnx',
      decoder: 'decoder.onnx',
      joiner: 'joiner.onnx',
      tokens: 'tokens.txt',
      // Hotwords are split at spaces.
      modelingUnit: 'cjkchar',
    },
    TOY_TRANSDUCER_FILES,
  );

/**
 * Tones of 0.4 seconds, each after a pause of 0.3 seconds.
 * @param words those of `TOY_WORDS`
 */
export function toySpeech(words: readonly string[]): Float32Array {
  const rate = TOY_RECOGNISER_SAMPLE_RATE;
  const [pause, length] = [0.3 * rate, 0.4 * rate];
  const samples = new Float32Array(words.length * (pause + length) + pause);
  for (const [index, word] of words.entries()) {
    const hertz = TOY_WORDS.find((one) => one.word === word)?.hertz ?? 0;
    const start = index * (pause + length) + pause;
    for (let at = 0; at < length; at += 1) samples[start + at] = 0.3 * Math.sin((2 * Math.PI * hertz * at) / rate);
  }
  return samples;
}
