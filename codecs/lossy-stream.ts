// MP3 (LAME) and Ogg Vorbis (libvorbis), both as WebAssembly. An MP3 has no Info frame here: that would tell its length.
import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders';
import type { Quality } from '../shared/service/vocabulary.ts';
import type { AudioEncoder, EncodedSound } from './audio-encoder.ts';
import { mp3Bitrate, mp3LevelCorrection, VORBIS_QUALITY } from './formats.ts';
import { mixToMono } from './pcm.ts';

/** The rates that MP3 has (Hz). */
const MP3_RATES = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000] as const;

/** Any number will do, as long as it is always the same one: the same sound gives the same bytes. */
const OGG_SERIAL = 0x4c454354;

interface Encoder {
  encode(samples: readonly Float32Array[]): Uint8Array;
  finalize(): Uint8Array;
}

/** Encoders that are not in use: configuring one resets it, creating one takes time and memory. */
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

/** Within full scale, times `level`, and silence where a sample is no number: neither encoder survives everything. */
function clean(samples: Float32Array, level: number): Float32Array {
  return samples.map((sample) => (sample > 1 ? level : sample >= -1 ? sample * level : sample < -1 ? -level : 0));
}

/** One or two channels, which is all that these encoders take; more are mixed to one. */
const encodedChannels = (channels: number): 1 | 2 => (channels === 2 ? 2 : 1);

function oneOrTwo(channels: readonly Float32Array[]): readonly Float32Array[] {
  return channels.length <= 2 ? channels : mixToMono({ sampleRate: 0, channels }).channels;
}

function streaming<T extends Encoder>(encoder: T, spare: Spare<T>, sampleRate: number, level: number): AudioEncoder {
  let inUse = true;
  // The encoder's result lies in its own memory, which the next call overwrites. One that has failed is not used again.
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
    add: (channels) => guarded(() => encoder.encode(oneOrTwo(channels).map((samples) => clean(samples, level)))),
    end: () => guarded(() => encoder.finalize()),
    close: () => {
      if (inUse) spare.giveBack(encoder);
      inUse = false;
    },
  };
}

/** A rate that MP3 lacks goes up to the next one it has (down to 48 kHz from above). */
export async function openMp3Encoder(quality: Quality, sound: EncodedSound): Promise<AudioEncoder> {
  const outputSampleRate = MP3_RATES.find((rate) => rate >= sound.sampleRate) ?? 48000;
  const channels = encodedChannels(sound.channels);
  const bitrate = mp3Bitrate(quality, outputSampleRate, channels);
  const encoder = await mp3Encoders.take();
  encoder.configure({ channels, sampleRate: outputSampleRate, outputSampleRate, bitrate });
  return streaming(encoder, mp3Encoders, outputSampleRate, mp3LevelCorrection(bitrate));
}

export async function openOggEncoder(quality: Quality, { sampleRate, channels }: EncodedSound): Promise<AudioEncoder> {
  const encoder = await oggEncoders.take();
  encoder.configure({
    channels: encodedChannels(channels),
    sampleRate,
    vbrQuality: VORBIS_QUALITY[quality],
    oggSerialNo: OGG_SERIAL,
  });
  return streaming(encoder, oggEncoders, sampleRate, 1);
}
