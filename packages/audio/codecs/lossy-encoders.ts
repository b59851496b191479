// MP3 streams get no Info frame, because that frame would have to state the length.

import type { Quality } from '@lectern/tts-protocol';
import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders';
import type { AudioEncoder, EncoderInput } from './audio-encoder.ts';
import { mixToMono, sampleAt } from './pcm.ts';
import { type Mp3Bitrate, mp3Bitrate, mp3LevelCorrection, VORBIS_QUALITY } from './quality-presets.ts';

const MP3_RATES = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000] as const;

/** Arbitrary but constant, so that the output is deterministic. */
const OGG_SERIAL = 0x4c454354;

interface Encoder {
  encode(samples: readonly Float32Array[]): Uint8Array;
  finalize(): Uint8Array;
}

/** Keeps idle encoders for reuse: configuring an encoder resets it, while creating one takes time and memory. */
class EncoderPool<T> {
  readonly #make: () => Promise<T>;
  readonly #spare: T[] = [];

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  async acquire(): Promise<T> {
    return this.#spare.pop() ?? this.#make();
  }

  recycle(encoder: T): void {
    this.#spare.push(encoder);
  }
}

const mp3Encoders = new EncoderPool(createMp3Encoder);
const oggEncoders = new EncoderPool(createOggEncoder);

/**
 * Clips samples to full scale, scales them by `level` and replaces NaN with silence, which the encoders can't handle.
 */
function sanitizeSamples(samples: Float32Array, level: number, scratch: Float32Array): Float32Array {
  const result =
    scratch.length >= samples.length ? scratch.subarray(0, samples.length) : new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) {
    const bounded = Math.max(-1, Math.min(1, sampleAt(samples, index))) * level;
    result[index] = Number.isNaN(bounded) ? 0 : bounded;
  }
  return result;
}

const encodedChannels = (channels: number): 1 | 2 => (channels === 2 ? 2 : 1);

function mixDown(channels: readonly Float32Array[]): readonly Float32Array[] {
  return channels.length <= 2 ? channels : mixToMono({ sampleRate: 0, channels }).channels;
}

const SCRATCH_FRAMES = 16_384;

function streamingEncoder<T extends Encoder>(
  encoder: T,
  spare: EncoderPool<T>,
  sampleRate: number,
  level: number,
): AudioEncoder {
  let inUse = true;
  const rooms = [new Float32Array(SCRATCH_FRAMES), new Float32Array(SCRATCH_FRAMES)];
  const cleaned = (samples: Float32Array, index: number): Float32Array =>
    sanitizeSamples(samples, level, rooms[index] ?? new Float32Array(0));
  // Copy the result, because the next call overwrites the encoder's memory. Don't reuse an encoder after it has thrown.
  const guarded = (work: () => Uint8Array): Uint8Array => {
    try {
      return work().slice();
    } catch (error) {
      inUse = false;
      throw error;
    }
  };
  return {
    sampleRate,
    add: (channels) => guarded(() => encoder.encode(mixDown(channels).map(cleaned))),
    end: () => guarded(() => encoder.finalize()),
    close: () => {
      if (inUse) spare.recycle(encoder);
      inUse = false;
    },
  };
}

/** A constant MP3 bitrate (kbit/s), or LAME's VBR quality from 0 (best) to 9. */
export type Mp3Rate = { readonly bitrate: Mp3Bitrate } | { readonly vbrQuality: number };

const mp3SampleRate = (sampleRate: number): (typeof MP3_RATES)[number] =>
  MP3_RATES.find((rate) => rate >= sampleRate) ?? 48000;

export async function openMp3Encoder(quality: Quality, input: EncoderInput): Promise<AudioEncoder> {
  const bitrate = mp3Bitrate(quality, mp3SampleRate(input.sampleRate), encodedChannels(input.channels));
  return openMp3AtRate({ bitrate }, input);
}

export async function openMp3AtRate(rate: Mp3Rate, input: EncoderInput): Promise<AudioEncoder> {
  const outputSampleRate = mp3SampleRate(input.sampleRate);
  const channels = encodedChannels(input.channels);
  const encoder = await mp3Encoders.acquire();
  encoder.configure({ channels, sampleRate: outputSampleRate, outputSampleRate, ...rate });
  const level = 'bitrate' in rate ? mp3LevelCorrection(rate.bitrate) : 1;
  return streamingEncoder(encoder, mp3Encoders, outputSampleRate, level);
}

export async function openOggEncoder(quality: Quality, input: EncoderInput): Promise<AudioEncoder> {
  return openOggAtQuality(VORBIS_QUALITY[quality], input);
}

export async function openOggAtQuality(
  vbrQuality: number,
  { sampleRate, channels }: EncoderInput,
): Promise<AudioEncoder> {
  const encoder = await oggEncoders.acquire();
  encoder.configure({ channels: encodedChannels(channels), sampleRate, vbrQuality, oggSerialNo: OGG_SERIAL });
  return streamingEncoder(encoder, oggEncoders, sampleRate, 1);
}
