// Speech as the bytes of an audio file, on their way as soon as they are there.
import { setImmediate } from 'node:timers/promises';
import { openEncoder } from '../../codecs/open-encoder.ts';
import { fullScale } from '../../codecs/pcm.ts';
import { StreamResampler } from '../../codecs/stream-resampler.ts';
import type { OutputFormat, Quality } from '../../shared/service/vocabulary.ts';

/** How the file is made. */
export interface SpeechFormat {
  readonly format: OutputFormat;
  readonly quality: Quality;
  /** Hz; the speech's own where absent. */
  readonly sampleRate: number | undefined;
}

/** Seconds of sound that are encoded before the thread does something else: requests must not wait for an encoder. */
const SLICE_SECONDS = 0.5;

/**
 * Encodes samples of one channel while they come in.
 *
 * @param spokenRate Hz of the samples
 * @throws what `speech` throws
 */
export async function* encodedSpeech(
  speech: AsyncIterable<Int16Array>,
  spokenRate: number,
  { format, quality, sampleRate = spokenRate }: SpeechFormat,
): AsyncGenerator<Uint8Array> {
  const encoder = await openEncoder(format, quality, { sampleRate, channels: 1 });
  try {
    const resampler = new StreamResampler(spokenRate, encoder.sampleRate);
    const slice = Math.round(SLICE_SECONDS * spokenRate);
    for await (const samples of speech) {
      for (let at = 0; at < samples.length; at += slice) {
        const bytes = await encoder.add([resampler.add(fullScale(samples.subarray(at, at + slice)))]);
        if (bytes.length > 0) yield bytes;
        await setImmediate();
      }
    }
    for (const bytes of [await encoder.add([resampler.end()]), await encoder.end()]) {
      if (bytes.length > 0) yield bytes;
    }
  } finally {
    encoder.close();
  }
}
