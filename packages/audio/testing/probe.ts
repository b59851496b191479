import type { OutputFormat } from '@lectern/tts-protocol';
import { type DecodeHint, decode, RAW_MU_LAW_SAMPLE_RATE } from '../codecs/decode.ts';
import { formatOf, identify } from '../codecs/identify.ts';
import { durationSeconds } from '../codecs/pcm.ts';
import { readFlacStreamInfo } from '../flac/flac-format.ts';
import { readWavLayout } from '../wav/wav-layout.ts';

/** What a file is. */
export interface Probe {
  readonly format: OutputFormat;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly durationSeconds: number;
}

/**
 * What a file is and how long. WAV, mu-law and FLAC are read from their heads, which are exact (a FLAC file that is cut
 * is not noticed); MP3 and Ogg, and FLAC of unknown length, are decoded.
 * @throws AudioFormatError as decode
 */
export async function probe(bytes: Uint8Array, hint: DecodeHint = {}): Promise<Probe> {
  const container = identify(bytes, hint.format);
  if (container === 'wav') {
    const { coding, sampleRate, channels, frames } = readWavLayout(bytes);
    return { format: formatOf(container, coding), sampleRate, channels, durationSeconds: frames / sampleRate };
  }
  if (container === 'raw-mulaw') {
    const sampleRate = hint.sampleRate ?? RAW_MU_LAW_SAMPLE_RATE;
    return { format: 'mulaw', sampleRate, channels: 1, durationSeconds: bytes.length / sampleRate };
  }
  if (container === 'flac') {
    const { sampleRate, channels, totalSamples } = readFlacStreamInfo(bytes);
    if (totalSamples > 0) return { format: 'flac', sampleRate, channels, durationSeconds: totalSamples / sampleRate };
  }
  const sound = await decode(bytes, hint);
  const format = formatOf(container);
  return {
    format,
    sampleRate: sound.sampleRate,
    channels: sound.channels.length,
    durationSeconds: durationSeconds(sound),
  };
}
