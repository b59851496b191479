// FLAC as it is made: libFLAC's frames behind a head that leaves the length open.
import { registerFlacEncoder } from '@mediabunny/flac-encoder';
import { AudioSample, AudioSampleSource, FlacOutputFormat, NullTarget, Output } from 'mediabunny';
import { withSampleRate } from '../../codecs/flac-frame.ts';
import { flacHead } from '../../codecs/flac-stream-info.ts';
import { toInt16 } from '../../codecs/wav-encode.ts';
import type { AudioEncoder } from './audio-encoder.ts';

/** Rates (Hz) that the encoder writes into its frames; it is told the last one for any other, which is then put in. */
const FRAME_RATES: readonly number[] = [8000, 16000, 22050, 24000, 32000, 44100, 48000];
const STAND_IN_RATE = 48000;

/** Samples in a block, at the encoder's level 5. */
const BLOCK_SIZE = 4096;

export async function openFlacEncoder(sampleRate: number): Promise<AudioEncoder> {
  registerFlacEncoder();
  const isWritten = FRAME_RATES.includes(sampleRate);
  const told = isWritten ? sampleRate : STAND_IN_RATE;
  const ready: Uint8Array[] = [
    flacHead({ sampleRate, channels: 1, bitsPerSample: 16, totalSamples: 0 }, BLOCK_SIZE, []),
  ];
  const onFrame = (frame: Uint8Array): void => {
    ready.push(isWritten ? frame.slice() : withSampleRate(frame, sampleRate));
  };
  const output = new Output({ format: new FlacOutputFormat({ appendOnly: true, onFrame }), target: new NullTarget() });
  const source = new AudioSampleSource({ codec: 'flac' });
  output.addAudioTrack(source);
  await output.start();
  let isOpen = true;
  let frames = 0;
  const taken = (): Uint8Array => Buffer.concat(ready.splice(0));
  return {
    sampleRate,
    async add(samples) {
      if (samples.length === 0) return taken();
      const data = Int16Array.from(samples, toInt16);
      const timestamp = frames / told;
      const sample = new AudioSample({ data, format: 's16', numberOfChannels: 1, sampleRate: told, timestamp });
      frames += samples.length;
      await source.add(sample);
      sample.close();
      return taken();
    },
    async end() {
      isOpen = false;
      await output.finalize();
      return taken();
    },
    close() {
      if (isOpen) output.cancel().catch(() => {});
      isOpen = false;
    },
  };
}
