// Detects the format from the bytes: Flask labels every response as HTML, and some servers ignore the requested format.

import {
  AudioFormatError,
  decode,
  decodeWav,
  identify,
  isWav,
  mixToMono,
  readWavLayout,
  type WavLayout,
} from '@lectern/audio';
import { at } from '../../../../shared/rules/at.ts';
import { DECISIONS } from '../../common/decisions.ts';
import { engineProblem, type Sound, SourceError } from './speech-source.ts';

const MAX_HEADER_BYTES = 4 * 1024 * 1024;
const UNKNOWN_SIZE = 0xffffffff;
/** A size of 0, or of at least this value, means that the size is unknown (packages/audio/wav/wav-layout.ts). */
const UNKNOWN_SIZE_FROM = 0x7ffff000;

interface WavHeader {
  readonly bytes: Uint8Array;
  readonly layout: WavLayout;
  readonly length: number;
}

function findDataChunk(bytes: Buffer): number | undefined {
  let at = 12;
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32LE(at + 4);
    if (bytes.toString('latin1', at, at + 4) === 'data') return at + 8;
    const end = at + 8 + size;
    if (size % 2 === 0) at = end;
    else if (end + 4 > bytes.length) return undefined;
    // Some programs omit the padding byte after a chunk of odd length.
    else at = /^[a-zA-Z][\w ]{3}$/.test(bytes.toString('latin1', end, end + 4)) ? end : end + 1;
  }
  return undefined;
}

function parseHeader(bytes: Buffer): WavHeader | undefined {
  const start = findDataChunk(bytes);
  if (start === undefined) return undefined;
  const announced = bytes.readUInt32LE(start - 4);
  const head = Buffer.from(bytes.subarray(0, start));
  head.writeUInt32LE(UNKNOWN_SIZE, 4);
  head.writeUInt32LE(UNKNOWN_SIZE, start - 4);
  const isKnown = announced !== 0 && announced < UNKNOWN_SIZE_FROM;
  return { bytes: head, layout: readWavLayout(head), length: isKnown ? announced : Number.POSITIVE_INFINITY };
}

/** Decodes one or more concatenated WAV files while they arrive, mixed to mono. */
export class WavStream {
  #bytes: Buffer = Buffer.alloc(0);
  #head: WavHeader | undefined;
  #taken = 0;
  #hasSound = false;
  #isOver = false;

  add(bytes: Uint8Array): Sound[] {
    if (this.#isOver) return [];
    this.#bytes = this.#bytes.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#bytes, bytes]);
    const ready: Sound[] = [];
    for (let sound = this.#readNext(); sound !== undefined; sound = this.#readNext()) {
      if (sound.samples.length > 0) ready.push(sound);
    }
    return ready;
  }

  end(): void {
    if (this.#isOver) return;
    const hasRest = this.#head !== undefined && this.#head.length !== Number.POSITIVE_INFINITY;
    if (hasRest || (this.#head === undefined && !this.#hasSound)) {
      throw new AudioFormatError('truncated', 'The audio is truncated.');
    }
  }

  /** Reads the next part of the file. Returns undefined if more bytes are needed. */
  #readNext(): Sound | undefined {
    if (this.#head === undefined) {
      if (!this.#readHeader()) return undefined;
    }
    const head = this.#head;
    if (head === undefined) return undefined;
    const { channels, sampleBytes } = head.layout;
    const frame = channels * sampleBytes;
    const left = Math.min(this.#bytes.length, head.length - this.#taken);
    const whole = Math.floor(left / frame) * frame;
    const isLast = this.#taken + left === head.length;
    if (whole === 0 && !isLast) return undefined;
    const file = Buffer.concat([head.bytes, this.#bytes.subarray(0, whole)]);
    this.#bytes = this.#bytes.subarray(isLast ? left : whole);
    this.#taken += isLast ? left : whole;
    this.#hasSound = true;
    if (isLast) this.#head = undefined;
    const { sampleRate, channels: mixed } = mixToMono(decodeWav(file));
    return { sampleRate, samples: at(mixed, 0) };
  }

  #readHeader(): boolean {
    if (this.#hasSound) {
      const at = this.#bytes[0] === 0 ? 1 : 0;
      if (this.#bytes.length < at + 4) return false;
      if (this.#bytes.toString('latin1', at, at + 4) !== 'RIFF') {
        this.#isOver = true;
        this.#bytes = Buffer.alloc(0);
        return false;
      }
      this.#bytes = this.#bytes.subarray(at);
    }
    this.#head = parseHeader(this.#bytes);
    if (this.#head === undefined) {
      if (this.#bytes.length > MAX_HEADER_BYTES)
        throw new AudioFormatError('damaged', 'The WAV file contains no audio.');
      return false;
    }
    this.#bytes = this.#bytes.subarray(this.#head.bytes.length);
    this.#taken = 0;
    return true;
  }
}

/** Bytes needed to distinguish audio from text. */
const DETECTION_BYTES = 512;
const SAMPLE_RATES = { min: 1000, max: 192_000 } as const;

export interface ExpectedFormat {
  readonly title: string;
  readonly bareRate: number | undefined;
}

/** Yields the bytes, starting with a piece that is long enough for detection unless the input is shorter. */
async function* lookable(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const part of bytes) {
    if (head === undefined) yield part;
    else {
      head = Buffer.concat([head, part]);
      if (head.length < DETECTION_BYTES) continue;
      yield head;
      head = undefined;
    }
  }
  if (head !== undefined && head.length > 0) yield head;
}

export class RawStream {
  readonly #sampleRate: number;
  #half: Uint8Array = new Uint8Array(0);

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

async function decodeWholeFile(first: Uint8Array, remaining: AsyncIterable<Uint8Array>, title: string): Promise<Sound> {
  const parts = [first];
  let length = first.length;
  for await (const part of remaining) {
    parts.push(part);
    length += part.length;
    if (length > DECISIONS.elsewhere.packedBytes) {
      throw new SourceError('final', `${title} sent too much data.`, { problem: engineProblem('endless') });
    }
  }
  const { sampleRate, channels } = mixToMono(await decode(Buffer.concat(parts)));
  return { sampleRate, samples: at(channels, 0) };
}

function requireAudio(sound: Sound, title: string): Sound {
  const { sampleRate } = sound;
  if (sampleRate >= SAMPLE_RATES.min && sampleRate <= SAMPLE_RATES.max) return sound;
  throw new SourceError('final', `${title} responded with audio at ${sampleRate} Hz, which is not supported.`, {
    problem: engineProblem('unusable-sound', { detail: `${sampleRate} Hz` }),
  });
}

async function* soundsOf(
  parts: AsyncGenerator<Uint8Array>,
  { title, bareRate }: ExpectedFormat,
): AsyncGenerator<Sound> {
  const first = await parts.next();
  if (first.done === true) return;
  // Unidentified binary data can be raw samples, or an MP3 file that starts with cover art.
  const container = isWav(first.value) ? 'wav' : identify(first.value, 'mulaw');
  if (container !== 'wav' && (bareRate === undefined || container !== 'raw-mulaw')) {
    yield await decodeWholeFile(first.value, parts, title);
    return;
  }
  const stream = container === 'wav' ? new WavStream() : new RawStream(bareRate ?? 0);
  yield* stream.add(first.value);
  for await (const part of parts) yield* stream.add(part);
  stream.end();
}

/** Decodes any kind of WAV, raw samples if expected, and MP3, FLAC or Ogg. @throws SourceError; errors of `bytes` */
export async function* receivedSound(
  bytes: AsyncIterable<Uint8Array>,
  expected: ExpectedFormat,
): AsyncGenerator<Sound> {
  const { title } = expected;
  const parts = lookable(bytes);
  try {
    for await (const sound of soundsOf(parts, expected)) yield requireAudio(sound, title);
  } catch (error) {
    if (!(error instanceof AudioFormatError)) throw error;
    const kind = error.kind === 'truncated' ? 'passing' : 'final';
    throw new SourceError(kind, `${title} responded with unusable audio: ${error.message}`, {
      problem: engineProblem('unusable-sound', { detail: error.message }),
    });
  } finally {
    // Abort the response if the consumer stops early.
    await parts.return(undefined);
  }
}
