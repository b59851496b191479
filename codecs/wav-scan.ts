// One pass over the samples of a WAV file without unpacking them: what a check of every take can afford.
import { AudioFormatError } from './audio-format-error.ts';
import { A_LAW_SAMPLES, MU_LAW_SAMPLES } from './g711.ts';
import { readWavLayout, type WavLayout } from './wav-layout.ts';

/** What a pass over all samples finds. */
export interface WavScan {
  readonly layout: WavLayout;
  /** The loudest sample of all channels: 0 is digital silence, 1 full scale (float files may go beyond). */
  readonly peak: number;
}

function peakOf16(view: DataView, offset: number, count: number): number {
  const start = view.byteOffset + offset;
  let peak = 0;
  if (start % 2 === 0 && new Uint8Array(Uint16Array.of(1).buffer)[0] === 1) {
    const samples = new Int16Array(view.buffer, start, count);
    for (let index = 0; index < count; index += 1) {
      const sample = samples[index] ?? 0;
      if (sample > peak) peak = sample;
      else if (-sample > peak) peak = -sample;
    }
    return peak / 32768;
  }
  for (let index = 0; index < count; index += 1)
    peak = Math.max(peak, Math.abs(view.getInt16(offset + index * 2, true)));
  return peak / 32768;
}

function peakOfTable(view: DataView, offset: number, count: number, table: Float32Array): number {
  const seen = new Uint8Array(256);
  for (let index = offset; index < offset + count; index += 1) seen[view.getUint8(index)] = 1;
  return table.reduce((peak, sample, byte) => (seen[byte] === 1 ? Math.max(peak, Math.abs(sample)) : peak), 0);
}

function peakOfRest(view: DataView, layout: WavLayout): number {
  const { coding, dataOffset, sampleBytes } = layout;
  const end = dataOffset + layout.frames * layout.channels * sampleBytes;
  let peak = 0;
  for (let offset = dataOffset; offset < end; offset += sampleBytes) {
    if (coding === 'pcm8') peak = Math.max(peak, Math.abs(view.getUint8(offset) - 128) / 128);
    else if (coding === 'pcm24') peak = Math.max(peak, Math.abs(view.getInt16(offset + 1, true)) / 32768);
    else if (coding === 'pcm32') peak = Math.max(peak, Math.abs(view.getInt32(offset, true)) / 2147483648);
    else if (coding === 'float32') peak = Math.max(peak, Math.abs(view.getFloat32(offset, true)));
    else peak = Math.max(peak, Math.abs(view.getFloat64(offset, true)));
  }
  return peak;
}

/**
 * Reads the head and every sample once, allocating nothing for them.
 * @throws AudioFormatError as readWavLayout; `damaged` where a float sample is no number
 */
export function scanWav(bytes: Uint8Array): WavScan {
  const layout = readWavLayout(bytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = layout.frames * layout.channels;
  if (layout.coding === 'pcm16') return { layout, peak: peakOf16(view, layout.dataOffset, count) };
  if (layout.coding === 'mulaw') return { layout, peak: peakOfTable(view, layout.dataOffset, count, MU_LAW_SAMPLES) };
  if (layout.coding === 'alaw') return { layout, peak: peakOfTable(view, layout.dataOffset, count, A_LAW_SAMPLES) };
  const peak = peakOfRest(view, layout);
  if (!Number.isFinite(peak)) throw new AudioFormatError('damaged', 'The WAV file has samples that are no numbers.');
  return { layout, peak };
}
