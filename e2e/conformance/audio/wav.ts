// A WAV reader of the suite's own, independent of the code under test.
import { Broken } from '../verdict.ts';

export interface Sound {
  /** Mixed to mono; full scale is 1. */
  readonly samples: Float32Array;
  /** In Hz. */
  readonly sampleRate: number;
}

interface Format {
  readonly tag: number;
  readonly channels: number;
  readonly sampleRate: number;
  readonly bits: number;
}

const PCM = 1;
const FLOAT_TAG = 3;
const MULAW_TAG = 7;
const EXTENSIBLE_TAG = 0xfffe;

const fail = (message: string): never => {
  throw new Broken(`a WAV file that can't be read: ${message}`);
};

function readFormat(view: DataView, at: number, size: number): Format {
  if (size < 16) return fail('its format chunk is too short');
  const tag = view.getUint16(at, true);
  return {
    tag: tag === EXTENSIBLE_TAG && size >= 26 ? view.getUint16(at + 24, true) : tag,
    channels: view.getUint16(at + 2, true),
    sampleRate: view.getUint32(at + 4, true),
    bits: view.getUint16(at + 14, true),
  };
}

/** Decodes a G.711 µ-law byte to a sample; full scale is 1. */
export function mulawSample(byte: number): number {
  const inverted = ~byte & 0xff;
  const magnitude = (((inverted & 0x0f) << 3) + 0x84) << ((inverted >> 4) & 0x07);
  return ((inverted & 0x80 ? -1 : 1) * (magnitude - 0x84)) / 32768;
}

function sampleReader(view: DataView, { tag, bits }: Format): (at: number) => number {
  if (tag === MULAW_TAG && bits === 8) return (at) => mulawSample(view.getUint8(at));
  if (tag === FLOAT_TAG && bits === 32) return (at) => view.getFloat32(at, true);
  if (tag !== PCM) return fail(`format ${tag} with ${bits} bits`);
  if (bits === 8) return (at) => (view.getUint8(at) - 128) / 128;
  if (bits === 16) return (at) => view.getInt16(at, true) / 32768;
  if (bits === 24) return (at) => ((view.getInt8(at + 2) << 16) | view.getUint16(at, true)) / 8388608;
  if (bits === 32) return (at) => view.getInt32(at, true) / 2147483648;
  return fail(`${bits} bits a sample`);
}

/** Returns a WAV file's format tag, which is 7 for µ-law. */
export const wavFormatTag = (bytes: Uint8Array): number => readChunks(bytes).format.tag;

function readChunks(bytes: Uint8Array): { view: DataView; format: Format; from: number; size: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Format | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    if (name === 'fmt ') format = readFormat(view, at + 8, Math.min(size, bytes.length - at - 8));
    if (name === 'data') {
      if (!format) return fail('its samples come before their format');
      // The header of a streamed file doesn't contain the real size. Its data chunk extends to the end of the file.
      const open = size === 0xffffffff || size === 0x7fffffff || size === 0;
      const rest = bytes.length - at - 8;
      if (!open && size > rest) return fail(`it is cut short, ${rest} of ${size} bytes of samples are there`);
      return { view, format, from: at + 8, size: open ? rest : size };
    }
    at += 8 + size + (size % 2);
  }
  return fail('there are no samples in it');
}

/** Reads a WAV file: 8 to 32-bit PCM, float or µ-law. @throws {Broken} if it can't be read */
export function readWav(bytes: Uint8Array): Sound {
  const { view, format, from, size } = readChunks(bytes);
  if (format.channels < 1 || format.sampleRate < 1) fail('it has no channel or no sample rate');
  const read = sampleReader(view, format);
  const width = format.bits / 8;
  const frames = Math.floor(size / (width * format.channels));
  const samples = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    let sum = 0;
    for (let channel = 0; channel < format.channels; channel += 1) {
      sum += read(from + (frame * format.channels + channel) * width);
    }
    samples[frame] = sum / format.channels;
  }
  return { samples, sampleRate: format.sampleRate };
}
