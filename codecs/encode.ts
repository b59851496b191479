import type { OutputFormat, Quality } from '../shared/service/vocabulary.ts';
import { joinBytes } from './bytes.ts';
import { openFileEncoder } from './file-encoder.ts';
import { frameCount, type Pcm } from './pcm.ts';
import { DEFAULT_QUALITY } from './quality.ts';
import { resample } from './resample.ts';

/** How to encode. */
export interface EncodeOptions {
  /** Bitrate of the lossy formats (see quality.ts); medium unless given. It changes nothing for wav, flac and mulaw. */
  readonly quality?: Quality | undefined;
}

/** Rates (Hz) that sound may have here; the service's interface asks for 8000 to 48000. */
const LEAST_SAMPLE_RATE = 1000;
const MOST_SAMPLE_RATE = 192000;

function checked(pcm: Pcm): Pcm {
  const { sampleRate, channels } = pcm;
  if (!Number.isInteger(sampleRate) || sampleRate < LEAST_SAMPLE_RATE || sampleRate > MOST_SAMPLE_RATE) {
    throw new RangeError(
      `Sound at ${sampleRate} Hz can't be encoded: the rate must be a whole number from 1000 to 192000.`,
    );
  }
  if (channels.some((channel) => channel.length !== frameCount(pcm))) {
    throw new RangeError('The channels of a sound must have the same length.');
  }
  return channels.length === 0 ? { sampleRate, channels: [new Float32Array(0)] } : pcm;
}

/**
 * A whole file of the format. The same sound and options give the same bytes, at any time and on any machine. Any
 * length is fine, also none; what is beyond full scale is clipped. wav, flac and mulaw have 16, 16 and 8 bits a sample;
 * mp3 and ogg mix more than two channels to one, and mp3 takes a rate that it lacks to the next higher one.
 *
 * @throws RangeError where the rate is not 1000 to 192000 Hz, the channels differ in length or are too many for FLAC (8)
 */
export async function encode(pcm: Pcm, format: OutputFormat, options: EncodeOptions = {}): Promise<Uint8Array> {
  const { sampleRate, channels } = checked(pcm);
  const encoder = await openFileEncoder(format, options.quality ?? DEFAULT_QUALITY, {
    sampleRate,
    channels: channels.length,
  });
  try {
    const file = joinBytes([
      await encoder.add(resample({ sampleRate, channels }, encoder.sampleRate).channels),
      await encoder.end(),
    ]);
    file.set(encoder.head());
    return file;
  } finally {
    encoder.close();
  }
}
