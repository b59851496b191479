// MP3 (LAME) and Ogg Vorbis (libvorbis) as they are made. An MP3 has no Info frame: that one would tell its length.
import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders';
import { mp3Bitrate, mp3LevelCorrection, VORBIS_QUALITY } from '../../codecs/quality.ts';
import type { Quality } from '../../shared/service/vocabulary.ts';
import type { AudioEncoder } from './audio-encoder.ts';

/** The rates that MP3 has (Hz). */
const MP3_RATES = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000] as const;

/** Any number will do, as long as it is always the same one: the same sound gives the same bytes. */
const OGG_SERIAL = 0x4c454354;

interface Encoder {
  encode(samples: readonly Float32Array[]): Uint8Array;
  finalize(): Uint8Array;
}

/** Encoders that nobody uses just now: configuring one starts it afresh, making one takes time and memory. */
class Spare<T> {
  readonly #make: () => Promise<T>;
  readonly #spare: T[] = [];

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  async take(): Promise<T> {
    return this.#spare.pop() ?? this.#make();
  }

  giveBack(encoder: T): void {
    this.#spare.push(encoder);
  }
}

const mp3Encoders = new Spare(createMp3Encoder);
const oggEncoders = new Spare(createOggEncoder);

/** Within full scale, times `level`: neither encoder survives everything. */
function clean(samples: Float32Array, level: number): Float32Array {
  return samples.map((sample) => Math.max(-1, Math.min(1, sample)) * level);
}

function streaming<T extends Encoder>(encoder: T, spare: Spare<T>, sampleRate: number, level: number): AudioEncoder {
  let inUse = true;
  // What the encoder gives lies in its own memory, which the next call overwrites. One that has failed is not used again.
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
    add: (samples) => guarded(() => encoder.encode([clean(samples, level)])),
    end: () => guarded(() => encoder.finalize()),
    close: () => {
      if (inUse) spare.giveBack(encoder);
      inUse = false;
    },
  };
}

export async function openMp3Encoder(quality: Quality, sampleRate: number): Promise<AudioEncoder> {
  const outputSampleRate = MP3_RATES.find((rate) => rate >= sampleRate) ?? 48000;
  const bitrate = mp3Bitrate(quality, outputSampleRate, 1);
  const encoder = await mp3Encoders.take();
  encoder.configure({ channels: 1, sampleRate: outputSampleRate, outputSampleRate, bitrate });
  return streaming(encoder, mp3Encoders, outputSampleRate, mp3LevelCorrection(bitrate));
}

export async function openOggEncoder(quality: Quality, sampleRate: number): Promise<AudioEncoder> {
  const encoder = await oggEncoders.take();
  encoder.configure({ channels: 1, sampleRate, vbrQuality: VORBIS_QUALITY[quality], oggSerialNo: OGG_SERIAL });
  return streaming(encoder, oggEncoders, sampleRate, 1);
}
