import { createHash } from 'node:crypto';
import { OUTPUT_FORMATS } from '@lectern/tts-protocol';
import { encode } from '../codecs/encode.ts';
import { murmur } from './tones.ts';

/** SHA-256 of the same sounds in every format, by format, sample rate (Hz) and channels. */
export async function encodingFingerprints(): Promise<Readonly<Record<string, string>>> {
  const fingerprints: Record<string, string> = {};
  for (const format of OUTPUT_FORMATS) {
    for (const sampleRate of [8000, 11025, 24000]) {
      for (const channels of [1, 2]) {
        const bytes = await encode(murmur(sampleRate, 0.7, channels), format);
        fingerprints[`${format} ${sampleRate} ${channels}`] = createHash('sha256').update(bytes).digest('hex');
      }
    }
  }
  return fingerprints;
}
