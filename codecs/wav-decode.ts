import { A_LAW_SAMPLES, MU_LAW_SAMPLES } from './g711.ts';
import type { Pcm } from './pcm.ts';
import { readWavLayout, type WavCoding } from './wav-layout.ts';

type Reader = (view: DataView, offset: number) => number;

const READERS: Readonly<Record<WavCoding, Reader>> = {
  pcm8: (view, offset) => (view.getUint8(offset) - 128) / 128,
  pcm16: (view, offset) => view.getInt16(offset, true) / 32768,
  pcm24: (view, offset) => ((view.getInt8(offset + 2) << 16) | view.getUint16(offset, true)) / 8388608,
  pcm32: (view, offset) => view.getInt32(offset, true) / 2147483648,
  float32: (view, offset) => view.getFloat32(offset, true),
  float64: (view, offset) => view.getFloat64(offset, true),
  mulaw: (view, offset) => MU_LAW_SAMPLES[view.getUint8(offset)] ?? 0,
  alaw: (view, offset) => A_LAW_SAMPLES[view.getUint8(offset)] ?? 0,
};

/**
 * The sound of a WAV file: PCM of 8 to 32 bits, float, mu-law or A-law.
 * @throws AudioFormatError as readWavLayout
 */
export function decodeWav(bytes: Uint8Array): Pcm {
  const layout = readWavLayout(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = READERS[layout.coding];
  const stride = layout.channels * layout.sampleBytes;
  const channels = Array.from({ length: layout.channels }, (_, channel) => {
    const samples = new Float32Array(layout.frames);
    let offset = layout.dataOffset + channel * layout.sampleBytes;
    for (let frame = 0; frame < layout.frames; frame += 1) {
      samples[frame] = read(view, offset);
      offset += stride;
    }
    return samples;
  });
  return { sampleRate: layout.sampleRate, channels };
}

/** The sound of mu-law bytes without any head: one channel at `sampleRate` Hz, one byte a sample. */
export function decodeRawMuLaw(bytes: Uint8Array, sampleRate: number): Pcm {
  return { sampleRate, channels: [Float32Array.from(bytes, (byte) => MU_LAW_SAMPLES[byte] ?? 0)] };
}
