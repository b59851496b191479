// Where the samples of a WAV file are, and how they are written: read from its head alone.
import { AudioFormatError } from './audio-format-error.ts';
import { type AudioBytes, asSource, type ByteSource } from './bytes.ts';

/** How one sample is written. All are little-endian; 8-bit PCM is unsigned. */
export type WavCoding = 'pcm8' | 'pcm16' | 'pcm24' | 'pcm32' | 'float32' | 'float64' | 'mulaw' | 'alaw';

/** The samples of a WAV file: interleaved by channel. */
export interface WavLayout {
  readonly coding: WavCoding;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Bytes of one sample of one channel. */
  readonly sampleBytes: number;
  /** First byte of the samples, from the start of the file. */
  readonly dataOffset: number;
  /** Samples in each channel. */
  readonly frames: number;
}

type WavShape = Pick<WavLayout, 'coding' | 'sampleRate' | 'channels' | 'sampleBytes'>;

const FORMAT_PCM = 1;
const FORMAT_FLOAT = 3;
const FORMAT_A_LAW = 6;
const FORMAT_MU_LAW = 7;
const FORMAT_EXTENSIBLE = 0xfffe;
/** Bytes of a format chunk that matter, extensible ones included. */
const FORMAT_BYTES = 40;

/** Programs that write to a pipe can't know a size: they put the largest value there, or (sox) one just under 2 GiB. */
const UNKNOWN_SIZE_FROM = 0x7ffff000;

const SIZES: Readonly<Record<WavCoding, number>> = {
  pcm8: 1,
  pcm16: 2,
  pcm24: 3,
  pcm32: 4,
  float32: 4,
  float64: 8,
  mulaw: 1,
  alaw: 1,
};

function fourCharacters(view: DataView, offset: number): string {
  return String.fromCharCode(
    view.getUint8(offset),
    view.getUint8(offset + 1),
    view.getUint8(offset + 2),
    view.getUint8(offset + 3),
  );
}

function truncated(detail: string): AudioFormatError {
  return new AudioFormatError('truncated', `The WAV file is cut short: ${detail}.`);
}

function codingOf(tag: number, bits: number): WavCoding {
  if (tag === FORMAT_PCM) {
    if (bits === 8) return 'pcm8';
    if (bits === 16) return 'pcm16';
    if (bits === 24) return 'pcm24';
    if (bits === 32) return 'pcm32';
  }
  if (tag === FORMAT_FLOAT && bits === 32) return 'float32';
  if (tag === FORMAT_FLOAT && bits === 64) return 'float64';
  if (tag === FORMAT_MU_LAW && bits === 8) return 'mulaw';
  if (tag === FORMAT_A_LAW && bits === 8) return 'alaw';
  throw new AudioFormatError('unsupported', `WAV files of format ${tag} with ${bits} bits a sample can't be read.`);
}

/** Reads the body of a `fmt ` chunk of `size` bytes. */
function shapeOf(view: DataView, offset: number, size: number): WavShape {
  if (size < 16) throw new AudioFormatError('damaged', 'The WAV file has a format chunk that is too short.');
  let tag = view.getUint16(offset, true);
  const channels = view.getUint16(offset + 2, true);
  const sampleRate = view.getUint32(offset + 4, true);
  const blockBytes = view.getUint16(offset + 12, true);
  // The real tag of an extensible format is the first two bytes of its sub-format's GUID.
  if (tag === FORMAT_EXTENSIBLE) {
    if (size < 26) throw new AudioFormatError('damaged', 'The WAV file has a format chunk that is too short.');
    tag = view.getUint16(offset + 24, true);
  }
  // Samples of, say, 20 bits lie in whole bytes, left-justified: they are read as the container's width.
  const coding = codingOf(tag, Math.ceil(view.getUint16(offset + 14, true) / 8) * 8);
  const sampleBytes = SIZES[coding];
  if (channels === 0 || sampleRate === 0 || blockBytes !== channels * sampleBytes) {
    throw new AudioFormatError('damaged', 'The WAV file contradicts itself about its channels and sample rate.');
  }
  return { coding, sampleRate, channels, sampleBytes };
}

/** The bytes of samples that the file really has, by what the chunk announces and what there is. */
function dataBytes(announced: number, available: number, riffSize: number, fileSize: number): number {
  if (announced >= UNKNOWN_SIZE_FROM && (riffSize >= UNKNOWN_SIZE_FROM || riffSize === 0)) return available;
  // A size of 0 is also what a stream starts with; where the outer size is right, the file is just empty.
  if (announced === 0) return riffSize + 8 === fileSize ? 0 : available;
  if (announced <= available) return announced;
  throw truncated(`it announces ${announced} bytes of sound and has ${available}`);
}

/** Whether bytes start as a WAV file does (also a cut one of 4 bytes or more). */
export function isWav(bytes: Uint8Array): boolean {
  if (bytes.length < 4) return false;
  const riff = bytes[0] === 0x52 && bytes[1] === 0x49 && bytes[2] === 0x46 && bytes[3] === 0x46;
  if (!riff || bytes.length < 12) return riff;
  return bytes[8] === 0x57 && bytes[9] === 0x41 && bytes[10] === 0x56 && bytes[11] === 0x45;
}

/**
 * Reads the head of a WAV file. Unknown chunks are passed over, with or without their padding byte; sizes of 0 or
 * 0xFFFFFFFF, which streamed files carry, mean "to the end".
 *
 * @throws AudioFormatError `foreign`, `truncated` (the sound is shorter than announced, or missing), `damaged`, `unsupported`
 */
export function readWavLayout(from: AudioBytes): WavLayout {
  const source = asSource(from);
  const head = viewOf(source, 0, 12);
  if (!isWav(source.bytes(0, 12))) throw new AudioFormatError('foreign', 'The bytes are not a WAV file.');
  if (source.length < 12) throw truncated('its head is incomplete');
  const riffSize = head.getUint32(4, true);
  let shape: WavShape | undefined;
  let offset = 12;
  while (offset + 8 <= source.length) {
    const chunk = viewOf(source, offset, 8);
    const id = fourCharacters(chunk, 0);
    const size = chunk.getUint32(4, true);
    const body = offset + 8;
    const available = source.length - body;
    if (id === 'data') {
      if (shape === undefined) throw new AudioFormatError('damaged', 'The WAV file has sound before its format.');
      const length = dataBytes(size, available, riffSize, source.length);
      return { ...shape, dataOffset: body, frames: Math.floor(length / (shape.channels * shape.sampleBytes)) };
    }
    if (size > available) break;
    if (id === 'fmt ') shape = shapeOf(viewOf(source, body, Math.min(size, FORMAT_BYTES)), 0, size);
    offset = nextChunk(source, body + size, size);
  }
  throw truncated('it has no sound');
}

function viewOf(source: ByteSource, offset: number, count: number): DataView {
  const bytes = source.bytes(offset, count);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Chunks start at even offsets; some programs forget the padding byte, so a name right after the body counts too. */
function nextChunk(source: ByteSource, end: number, size: number): number {
  if (size % 2 === 0) return end;
  const name = viewOf(source, end, 4);
  const unpadded =
    name.byteLength === 4 && name.getUint8(0) !== 0 && /^[a-zA-Z][\w ]{3}$/.test(fourCharacters(name, 0));
  return unpadded ? end : end + 1;
}
