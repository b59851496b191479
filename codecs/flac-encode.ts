// FLAC: libFLAC makes the frames, the file around them is put together here (so that it is right for the shortest
// sound and for every sample rate, and never holds a date or a name).
import { registerFlacEncoder } from '@mediabunny/flac-encoder';
import { AudioSample, AudioSampleSource, FlacOutputFormat, NullTarget, Output } from 'mediabunny';
import { withSampleRate } from './flac-frame.ts';
import { flacHead } from './flac-stream-info.ts';
import { joinBytes } from './join-bytes.ts';
import { frameCount, type Pcm } from './pcm.ts';
import { resample } from './resample.ts';
import { toInt16 } from './wav-encode.ts';

/** Rates (Hz) that the encoder agrees to write into its frames. */
const FRAME_SAMPLE_RATES: readonly number[] = [
  8000, 16000, 22050, 24000, 32000, 44100, 48000, 88200, 96000, 176400, 192000,
];
/** What it is told for any other, which is then written into the frames it makes: nothing else depends on it. */
const STAND_IN_RATE = 48000;
/** The highest rate (Hz) that can be written so. */
const MOST_WRITTEN_RATE = 65535;

/** Samples in a block, at the encoder's level 5. The format allows no less than 16, but for the last block. */
const BLOCK_SIZE = 4096;
const LEAST_BLOCK_SIZE = 16;

/** Samples of each channel that are handed over at once. */
const PORTION = 64 * BLOCK_SIZE;

function interleaved(pcm: Pcm, from: number, length: number): Int16Array<ArrayBuffer> {
  const width = pcm.channels.length;
  const samples = new Int16Array(length * width);
  pcm.channels.forEach((channel, index) => {
    for (let frame = 0; frame < length; frame += 1)
      samples[frame * width + index] = toInt16(channel[from + frame] ?? 0);
  });
  return samples;
}

async function encodeFrames(pcm: Pcm, sampleRate: number): Promise<Uint8Array[]> {
  registerFlacEncoder();
  const frames: Uint8Array[] = [];
  const format = new FlacOutputFormat({ appendOnly: true, onFrame: (frame) => frames.push(frame.slice()) });
  const output = new Output({ format, target: new NullTarget() });
  const source = new AudioSampleSource({ codec: 'flac' });
  output.addAudioTrack(source);
  try {
    await output.start();
    for (let from = 0; from < frameCount(pcm); from += PORTION) {
      const data = interleaved(pcm, from, Math.min(PORTION, frameCount(pcm) - from));
      const numberOfChannels = pcm.channels.length;
      const sample = new AudioSample({
        data,
        format: 's16',
        numberOfChannels,
        sampleRate,
        timestamp: from / sampleRate,
      });
      await source.add(sample);
      sample.close();
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return frames;
}

async function framesAtAnyRate(pcm: Pcm): Promise<Uint8Array[]> {
  if (frameCount(pcm) === 0) return [];
  if (FRAME_SAMPLE_RATES.includes(pcm.sampleRate)) return encodeFrames(pcm, pcm.sampleRate);
  const frames = await encodeFrames(pcm, STAND_IN_RATE);
  return frames.map((frame) => withSampleRate(frame, pcm.sampleRate));
}

/** A rate between those that can be written takes the sound up to the next one. */
function atWritableRate(pcm: Pcm): Pcm {
  if (pcm.sampleRate <= MOST_WRITTEN_RATE) return pcm;
  return resample(pcm, FRAME_SAMPLE_RATES.find((rate) => rate >= pcm.sampleRate) ?? MOST_WRITTEN_RATE);
}

/**
 * A 16-bit FLAC file of 1 to 8 channels. Nothing is lost but what 16 bits can't hold. Rates above 65535 Hz that are
 * not customary go up to the next that is.
 *
 * @throws RangeError for more channels
 */
export async function encodeFlac(sound: Pcm): Promise<Uint8Array> {
  if (sound.channels.length > 8) throw new RangeError('A FLAC file has at most 8 channels.');
  const pcm = atWritableRate(sound);
  const totalSamples = frameCount(pcm);
  const frames = await framesAtAnyRate(pcm);
  if (frames.length !== Math.ceil(totalSamples / BLOCK_SIZE)) {
    throw new Error('The FLAC encoder lost some of the sound.');
  }
  const blockSize = totalSamples > BLOCK_SIZE ? BLOCK_SIZE : Math.max(LEAST_BLOCK_SIZE, totalSamples);
  const info = { sampleRate: pcm.sampleRate, channels: pcm.channels.length, bitsPerSample: 16, totalSamples };
  const frameSizes = frames.map((frame) => frame.length);
  return joinBytes([flacHead(info, blockSize, frameSizes), ...frames]);
}
