// AAC-LC (libavcodec as WebAssembly), as a stream of ADTS frames. What it is made with are a hundred modules: it is loaded where it
// is needed.
import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { AdtsOutputFormat, AudioSample, AudioSampleSource, NullTarget, Output } from 'mediabunny';
import { AAC_FRAME } from './adts.ts';
import type { EncodedSound, FileEncoder } from './audio-encoder.ts';
import { joinBytes } from './bytes.ts';
import { sampleAt } from './pcm.ts';

/** Frames that the encoder is given at once. */
const PORTION = 16 * AAC_FRAME;

function interleavedFloats(channels: readonly Float32Array[], from: number, frames: number): Float32Array<ArrayBuffer> {
  const width = channels.length;
  const samples = new Float32Array(frames * width);
  for (const [index, channel] of channels.entries()) {
    for (let frame = 0; frame < frames; frame += 1) {
      samples[frame * width + index] = sampleAt(channel, from + frame);
    }
  }
  return samples;
}

/**
 * Starts a stream of ADTS frames. Decoded, it begins with a frame of silence that was not in the sound: whole frames of
 * sound, each of AAC_FRAME samples, become one frame more.
 *
 * @param kilobits a second, of all channels together
 */
export async function openAacEncoder(
  kilobits: number,
  { channels: width, sampleRate }: EncodedSound,
): Promise<FileEncoder> {
  registerAacEncoder();
  const ready: Uint8Array[] = [];
  const format = new AdtsOutputFormat({ onFrame: (frame) => void ready.push(frame.slice()) });
  const output = new Output({ format, target: new NullTarget() });
  const source = new AudioSampleSource({ codec: 'aac', bitrate: kilobits * 1000 });
  output.addAudioTrack(source);
  await output.start();
  let isOpen = true;
  let samplesIn = 0;
  const taken = (): Uint8Array => joinBytes(ready.splice(0));
  return {
    sampleRate,
    async add(channels) {
      const total = channels[0]?.length ?? 0;
      for (let from = 0; from < total; from += PORTION) {
        const frames = Math.min(PORTION, total - from);
        const data = interleavedFloats(channels, from, frames);
        const timestamp = samplesIn / sampleRate;
        const sample = new AudioSample({ data, format: 'f32', numberOfChannels: width, sampleRate, timestamp });
        samplesIn += frames;
        await source.add(sample);
        sample.close();
      }
      return taken();
    },
    async end() {
      isOpen = false;
      await (samplesIn === 0 ? output.cancel() : output.finalize());
      return taken();
    },
    head: () => new Uint8Array(0),
    close() {
      if (isOpen) output.cancel().catch(() => {});
      isOpen = false;
    },
  };
}
