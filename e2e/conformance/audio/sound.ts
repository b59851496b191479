// Decodes audio files in all five formats.
import { decoder as flacDecoder } from '@audio/decode-flac';
import { decoder as mp3Decoder } from '@audio/decode-mp3';
import { decoder as opusDecoder } from '@audio/decode-opus';
import { decoder as vorbisDecoder } from '@audio/decode-vorbis';
import { Broken } from '../verdict.ts';
import { mulawSample, readWav, type Sound, wavFormatTag } from './wav.ts';

/** A container format, detected from the first bytes. `unknown` might be raw µ-law. */
export type Container = 'mp3' | 'wav' | 'ogg' | 'flac' | 'mulaw-wav' | 'au' | 'unknown';

const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

/** Detects a file's container format. @throws {Broken} if a WAV file has no format chunk */
export function detectContainer(bytes: Uint8Array): Container {
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WAVE', 8)) return wavFormatTag(bytes) === 7 ? 'mulaw-wav' : 'wav';
  if (startsWith(bytes, 'OggS')) return 'ogg';
  if (startsWith(bytes, 'fLaC')) return 'flac';
  if (startsWith(bytes, '.snd')) return 'au';
  const [first = 0, second = 0, third = 0] = bytes;
  // Check for a valid MP3 frame header, because silence in raw µ-law also starts with many 1 bits.
  const synchronised = first === 0xff && (second & 0xe0) === 0xe0;
  const frame =
    synchronised &&
    (second & 0x18) !== 0x08 &&
    (second & 0x06) !== 0 &&
    (third & 0xf0) !== 0xf0 &&
    (third & 0x0c) !== 0x0c;
  return startsWith(bytes, 'ID3') || frame ? 'mp3' : 'unknown';
}

interface Decoder {
  decode(chunk: Uint8Array): { readonly channelData: readonly Float32Array[]; readonly sampleRate: number };
  flush?(): { readonly channelData: readonly Float32Array[]; readonly sampleRate: number };
  free(): void;
}

function decoderFor(container: 'mp3' | 'ogg' | 'flac', bytes: Uint8Array): Promise<Decoder> {
  if (container === 'mp3') return mp3Decoder();
  if (container === 'flac') return flacDecoder();
  return Buffer.from(bytes.subarray(0, 64)).includes('OpusHead') ? opusDecoder() : vorbisDecoder();
}

async function decodeCompressed(container: 'mp3' | 'ogg' | 'flac', bytes: Uint8Array): Promise<Sound> {
  const decoder = await decoderFor(container, bytes);
  try {
    const parts = [decoder.decode(bytes), ...(decoder.flush ? [decoder.flush()] : [])];
    const heard = parts.filter(({ channelData }) => (channelData[0]?.length ?? 0) > 0);
    const length = heard.reduce((sum, { channelData }) => sum + (channelData[0]?.length ?? 0), 0);
    const samples = new Float32Array(length);
    let at = 0;
    for (const { channelData } of heard) {
      const frames = channelData[0]?.length ?? 0;
      for (const channel of channelData) {
        for (let i = 0; i < frames; i += 1)
          samples[at + i] = (samples[at + i] ?? 0) + (channel[i] ?? 0) / channelData.length;
      }
      at += frames;
    }
    const sampleRate = heard[0]?.sampleRate;
    if (sampleRate === undefined) throw new Broken(`a ${container} file without any sound in it`);
    return { samples, sampleRate };
  } catch (error) {
    if (error instanceof Broken) throw error;
    throw new Broken(`a ${container} file that can't be decoded`, { cause: error });
  } finally {
    decoder.free();
  }
}

/** Decodes raw µ-law bytes. */
export const decodeRawMulaw = (bytes: Uint8Array, sampleRate: number): Sound => ({
  samples: Float32Array.from(bytes, mulawSample),
  sampleRate,
});

function readAu(bytes: Uint8Array): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 24 || view.getUint32(12) !== 1) throw new Broken('an AU file without µ-law data');
  return decodeRawMulaw(bytes.subarray(view.getUint32(4)), view.getUint32(16));
}

/**
 * Decodes an audio file.
 * @param rawSampleRate sample rate of raw µ-law in Hz; without it, such a file is rejected
 * @throws {Broken} if it can't be decoded
 */
export async function decodeSound(bytes: Uint8Array, rawSampleRate?: number): Promise<Sound> {
  const container = detectContainer(bytes);
  if (container === 'wav' || container === 'mulaw-wav') return readWav(bytes);
  if (container === 'au') return readAu(bytes);
  if (container !== 'unknown') return decodeCompressed(container, bytes);
  if (rawSampleRate !== undefined) return decodeRawMulaw(bytes, rawSampleRate);
  throw new Broken(`${bytes.length} bytes that are not in a known audio format`);
}

export const secondsOf = ({ samples, sampleRate }: Sound): number => samples.length / sampleRate;

/** Returns the RMS level; full scale is 1. */
export function rmsLevel({ samples }: Sound): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}
