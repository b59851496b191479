// The bytes that a voice server answers with, as sound. What they are is found from themselves: Flask calls everything a
// web page, and not every server heeds the format that it is asked for.
import { AudioFormatError } from '../../../codecs/audio-format-error.ts';
import { decode } from '../../../codecs/decode.ts';
import { identify } from '../../../codecs/identify.ts';
import { mixToMono } from '../../../codecs/pcm.ts';
import { isWav } from '../../../codecs/wav-layout.ts';
import { DECISIONS } from '../../common/decisions.ts';
import { type Sound, SourceError } from './speech-source.ts';
import { WavStream } from './wav-stream.ts';

/** Bytes by which sound and text are told apart. */
const LOOK = 512;
/** Rates (Hz) that can be brought to another one. */
const RATES = { least: 1000, most: 192_000 } as const;

export interface Expected {
  /** `The voice server "kokoro"`. */
  readonly title: string;
  /** Hz of bare 16-bit samples of one channel, where those are expected; undefined for a file. */
  readonly bareRate: number | undefined;
}

/** The same bytes, of which the first piece is long enough to be looked at, unless there are no more. */
async function* lookable(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const part of bytes) {
    if (head === undefined) yield part;
    else {
      head = Buffer.concat([head, part]);
      if (head.length < LOOK) continue;
      yield head;
      head = undefined;
    }
  }
  if (head !== undefined && head.length > 0) yield head;
}

/** Bare 16-bit little-endian samples of one channel. */
export class BareStream {
  readonly #sampleRate: number;
  #half: Uint8Array = new Uint8Array(0);

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  add(bytes: Uint8Array): Sound[] {
    const all = Buffer.concat([this.#half, bytes]);
    const samples = new Float32Array(Math.floor(all.length / 2));
    for (let index = 0; index < samples.length; index += 1) samples[index] = all.readInt16LE(index * 2) / 32768;
    this.#half = all.subarray(samples.length * 2);
    return samples.length === 0 ? [] : [{ sampleRate: this.#sampleRate, samples }];
  }

  end(): void {}
}

/** A file that must be there as a whole before it can be read. */
async function wholeFile(first: Uint8Array, rest: AsyncIterable<Uint8Array>, title: string): Promise<Sound> {
  const parts = [first];
  let length = first.length;
  for await (const part of rest) {
    parts.push(part);
    length += part.length;
    if (length > DECISIONS.elsewhere.packedBytes) throw new SourceError('final', `${title} answered with too much.`);
  }
  const { sampleRate, channels } = mixToMono(await decode(Buffer.concat(parts)));
  return { sampleRate, samples: channels[0] ?? new Float32Array(0) };
}

function checked(sound: Sound, title: string): Sound {
  const { sampleRate } = sound;
  if (sampleRate >= RATES.least && sampleRate <= RATES.most) return sound;
  throw new SourceError('final', `${title} answered with sound of ${sampleRate} Hz, which can't be used.`);
}

async function* soundsOf(parts: AsyncGenerator<Uint8Array>, { title, bareRate }: Expected): AsyncGenerator<Sound> {
  const first = await parts.next();
  if (first.done === true) return;
  // Anything that is no text may be bare samples, or an MP3 file that begins with a picture.
  const container = isWav(first.value) ? 'wav' : identify(first.value, 'mulaw');
  if (container !== 'wav' && (bareRate === undefined || container !== 'raw-mulaw')) {
    yield await wholeFile(first.value, parts, title);
    return;
  }
  const stream = container === 'wav' ? new WavStream() : new BareStream(bareRate ?? 0);
  yield* stream.add(first.value);
  for await (const part of parts) yield* stream.add(part);
  stream.end();
}

/**
 * The sound in an answer, as it comes in: WAV (of any width, rate and channels, also with unknown sizes), bare samples
 * where they are expected, and MP3, FLAC or Ogg even where they are not.
 *
 * @throws SourceError if there is no usable sound; what `bytes` throws
 */
export async function* receivedSound(bytes: AsyncIterable<Uint8Array>, expected: Expected): AsyncGenerator<Sound> {
  const { title } = expected;
  const parts = lookable(bytes);
  try {
    for await (const sound of soundsOf(parts, expected)) yield checked(sound, title);
  } catch (error) {
    if (!(error instanceof AudioFormatError)) throw error;
    const kind = error.kind === 'truncated' ? 'passing' : 'final';
    throw new SourceError(kind, `${title} answered with no sound that can be used: ${error.message}`);
  } finally {
    // Who leaves early ends the answer.
    await parts.return(undefined);
  }
}
