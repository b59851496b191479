import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { AdtsOutputFormat, AudioSample, AudioSampleSource, BufferTarget, Output } from 'mediabunny';
import { expect, test } from 'vitest';
import { joinBytes } from '../codecs/bytes.ts';
import type { Pcm } from '../codecs/pcm.ts';
import { channelOf, murmur } from '../testing/tones.ts';
import { openAacEncoder } from './aac-encoder.ts';

/** By the package's own way: its encoder in a thread, its writer of ADTS. */
async function fromPackage({ sampleRate, channels }: Pcm, kilobits: number): Promise<Uint8Array> {
  registerAacEncoder();
  const target = new BufferTarget();
  const output = new Output({ format: new AdtsOutputFormat(), target });
  const source = new AudioSampleSource({ codec: 'aac', bitrate: kilobits * 1000 });
  output.addAudioTrack(source);
  await output.start();
  const frames = channelOf({ sampleRate, channels }).length;
  const data = new Float32Array(frames * channels.length);
  for (const [side, samples] of channels.entries()) {
    for (const [frame, sample] of samples.entries()) data[frame * channels.length + side] = sample;
  }
  const sample = new AudioSample({ data, format: 'f32', numberOfChannels: channels.length, sampleRate, timestamp: 0 });
  await source.add(sample);
  sample.close();
  await output.finalize();
  return new Uint8Array(target.buffer ?? new ArrayBuffer());
}

test.for([
  [44_100, 1, 64],
  [44_100, 2, 128],
  [24_000, 1, 48],
] as const)('AAC at %i Hz in %i channels has the bytes that its package makes', async ([rate, width, kilobits]) => {
  const pcm = murmur(rate, 1.3, width);
  const encoder = await openAacEncoder(kilobits, { sampleRate: rate, channels: width });
  const parts: Uint8Array[] = [];
  // In pieces that are no whole frames.
  const { length } = channelOf(pcm);
  for (let from = 0; from < length; from += 5_003) {
    parts.push(await encoder.add(pcm.channels.map((samples) => samples.subarray(from, from + 5_003))));
  }
  parts.push(await encoder.end());
  encoder.close();
  expect(joinBytes(parts)).toEqual(await fromPackage(pcm, kilobits));
});

test('AAC of no sound is no frame', async () => {
  const encoder = await openAacEncoder(64, { sampleRate: 44_100, channels: 1 });
  expect(await encoder.end()).toHaveLength(0);
  encoder.close();
});

test('AAC refuses what it can’t write', async () => {
  await expect(openAacEncoder(64, { sampleRate: 44_101, channels: 1 })).rejects.toThrow(RangeError);
  await expect(openAacEncoder(64, { sampleRate: 44_100, channels: 3 })).rejects.toThrow(RangeError);
});
