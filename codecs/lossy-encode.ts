// MP3 (LAME) and Ogg Vorbis (libvorbis), both as WebAssembly.
import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders';
import type { Quality } from '../shared/service/vocabulary.ts';
import { joinBytes } from './join-bytes.ts';
import { withInfoTag } from './mp3-info-tag.ts';
import { frameCount, mixToMono, type Pcm } from './pcm.ts';
import { mp3Bitrate, mp3LevelCorrection, VORBIS_QUALITY } from './quality.ts';
import { resample } from './resample.ts';

/** The rates that MP3 has (Hz). */
const MP3_SAMPLE_RATES = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000] as const;

/** Samples of each channel that are handed over at once: enough to be quick, little enough to keep memory small. */
export const ENCODER_BLOCK = 16384;

/** Any number will do, as long as it is always the same one: two encodings of one sound are the same file. */
const OGG_SERIAL = 0x4c454354;

interface Encoder {
  encode(samples: readonly Float32Array[]): Uint8Array;
  finalize(): Uint8Array;
}

type Mp3Encoder = Awaited<ReturnType<typeof createMp3Encoder>>;
type OggEncoder = Awaited<ReturnType<typeof createOggEncoder>>;

// One encoder of each kind serves everyone: configuring it starts afresh, and from there to the last byte nothing
// is awaited, so that no other call comes between. One that has failed is not used again.
let mp3Encoder: Promise<Mp3Encoder> | undefined;
let oggEncoder: Promise<OggEncoder> | undefined;

/** One or two channels, which is all that these encoders take; more are mixed to one. */
function oneOrTwo(pcm: Pcm): { pcm: Pcm; channels: 1 | 2 } {
  if (pcm.channels.length === 2) return { pcm, channels: 2 };
  return { pcm: mixToMono(pcm), channels: 1 };
}

/** Within full scale, times `level`, and silence where a sample is no number: neither encoder survives everything. */
function copyClean(samples: Float32Array, from: number, level: number, target: Float32Array): Float32Array {
  const length = Math.min(target.length, samples.length - from);
  for (let index = 0; index < length; index += 1) {
    const sample = samples[from + index] ?? 0;
    target[index] = sample > 1 ? level : sample >= -1 ? sample * level : sample < -1 ? -level : 0;
  }
  return target.subarray(0, length);
}

/** Runs a configured encoder over the whole sound, without a pause. */
function encodeAll(encoder: Encoder, pcm: Pcm, level: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const blocks = pcm.channels.map((channel) => ({ channel, block: new Float32Array(ENCODER_BLOCK) }));
  for (let from = 0; from < frameCount(pcm); from += ENCODER_BLOCK) {
    const samples = blocks.map(({ channel, block }) => copyClean(channel, from, level, block));
    // What the encoder gives lies in its own memory, which the next call overwrites.
    parts.push(encoder.encode(samples).slice());
  }
  parts.push(encoder.finalize().slice());
  return joinBytes(parts);
}

/** One silent sample for a sound without any: a stream of a single frame is too little for many players. */
function atLeastOneSample(pcm: Pcm): Pcm {
  if (frameCount(pcm) > 0) return pcm;
  return { sampleRate: pcm.sampleRate, channels: pcm.channels.map(() => new Float32Array(1)) };
}

/**
 * A constant-bitrate MP3 that begins with an Info frame. A rate that MP3 lacks goes up to the next one it has
 * (down to 48 kHz from above).
 */
export async function encodeMp3(sound: Pcm, quality: Quality): Promise<Uint8Array> {
  const outputSampleRate = MP3_SAMPLE_RATES.find((rate) => rate >= sound.sampleRate) ?? 48000;
  const { pcm, channels } = oneOrTwo(resample(sound, outputSampleRate));
  const bitrate = mp3Bitrate(quality, outputSampleRate, channels);
  try {
    mp3Encoder ??= createMp3Encoder();
    const encoder = await mp3Encoder;
    encoder.configure({ channels, sampleRate: outputSampleRate, outputSampleRate, bitrate });
    const stream = encodeAll(encoder, atLeastOneSample(pcm), mp3LevelCorrection(bitrate));
    return withInfoTag(stream, frameCount(pcm));
  } catch (error) {
    mp3Encoder = undefined;
    throw error;
  }
}

/** An Ogg Vorbis file of variable bitrate. */
export async function encodeOgg(sound: Pcm, quality: Quality): Promise<Uint8Array> {
  const { pcm, channels } = oneOrTwo(sound);
  try {
    oggEncoder ??= createOggEncoder();
    const encoder = await oggEncoder;
    encoder.configure({
      channels,
      sampleRate: pcm.sampleRate,
      vbrQuality: VORBIS_QUALITY[quality],
      oggSerialNo: OGG_SERIAL,
    });
    return encodeAll(encoder, pcm, 1);
  } catch (error) {
    oggEncoder = undefined;
    throw error;
  }
}
