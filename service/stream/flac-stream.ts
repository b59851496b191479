// FLAC as it is made: libFLAC's frames behind a head that leaves the length open.
import { registerFlacEncoder } from '@mediabunny/flac-encoder';
import { AudioSample, AudioSampleSource, FlacOutputFormat, NullTarget, Output } from 'mediabunny';
import { withSampleRate } from '../../codecs/flac-frame.ts';
import { flacHead } from '../../codecs/flac-stream-info.ts';
import { toInt16 } from '../../codecs/wav-encode.ts';
import type { FileEncoder } from './audio-encoder.ts';

/** Rates (Hz) that the encoder writes into its frames; it is told the last one for any other, which is then put in. */
const FRAME_RATES: readonly number[] = [8000, 16000, 22050, 24000, 32000, 44100, 48000];
const STAND_IN_RATE = 48000;

/** Samples in a block, at the encoder's level 5. The format allows no less than 16, but for the last block. */
const BLOCK_SIZE = 4096;
const LEAST_BLOCK_SIZE = 16;

/** The head that tells how long the sound is; `sizes`: bytes of each frame, or the least and the most of them. */
function wholeHead(sampleRate: number, totalSamples: number, sizes: readonly number[]): Uint8Array {
  const blockSize = totalSamples > BLOCK_SIZE ? BLOCK_SIZE : Math.max(LEAST_BLOCK_SIZE, totalSamples);
  return flacHead({ sampleRate, channels: 1, bitsPerSample: 16, totalSamples }, blockSize, sizes);
}

export async function openFlacEncoder(sampleRate: number): Promise<FileEncoder> {
  registerFlacEncoder();
  const isWritten = FRAME_RATES.includes(sampleRate);
  const told = isWritten ? sampleRate : STAND_IN_RATE;
  const ready: Uint8Array[] = [
    flacHead({ sampleRate, channels: 1, bitsPerSample: 16, totalSamples: 0 }, BLOCK_SIZE, []),
  ];
  const sizes = { count: 0, least: Number.POSITIVE_INFINITY, most: 0 };
  const onFrame = (made: Uint8Array): void => {
    const frame = isWritten ? made.slice() : withSampleRate(made, sampleRate);
    ready.push(frame);
    sizes.count += 1;
    sizes.least = Math.min(sizes.least, frame.length);
    sizes.most = Math.max(sizes.most, frame.length);
  };
  const output = new Output({ format: new FlacOutputFormat({ appendOnly: true, onFrame }), target: new NullTarget() });
  const source = new AudioSampleSource({ codec: 'flac' });
  output.addAudioTrack(source);
  await output.start();
  let isOpen = true;
  let samplesIn = 0;
  const taken = (): Uint8Array => Buffer.concat(ready.splice(0));
  return {
    sampleRate,
    async add(samples) {
      if (samples.length === 0) return taken();
      const data = Int16Array.from(samples, toInt16);
      const timestamp = samplesIn / told;
      const sample = new AudioSample({ data, format: 's16', numberOfChannels: 1, sampleRate: told, timestamp });
      samplesIn += samples.length;
      await source.add(sample);
      sample.close();
      return taken();
    },
    async end() {
      isOpen = false;
      await output.finalize();
      return taken();
    },
    head() {
      if (sizes.count !== Math.ceil(samplesIn / BLOCK_SIZE))
        throw new Error('The FLAC encoder lost some of the sound.');
      return wholeHead(sampleRate, samplesIn, sizes.count === 0 ? [] : [sizes.least, sizes.most]);
    },
    close() {
      if (isOpen) output.cancel().catch(() => {});
      isOpen = false;
    },
  };
}
