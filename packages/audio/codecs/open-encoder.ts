// Large encoders are imported on demand, because each uses some megabytes per thread.

import type { Quality } from '@lectern/tts-protocol';
import type { ExportFormat } from '../formats.ts';
import { muLawSamples, pcmSamples, wavFileHead } from '../wav/wav-encode.ts';
import type { AudioEncoder, EncodedSound } from './audio-encoder.ts';
import { joinBytes } from './bytes.ts';

const UNKNOWN_SIZE = 0xffffffff;

function endless(head: Uint8Array): Uint8Array {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  view.setUint32(4, UNKNOWN_SIZE, true);
  view.setUint32(head.length - 4, UNKNOWN_SIZE, true);
  return head;
}

function wavEncoder(format: 'wav' | 'mulaw', sound: EncodedSound): AudioEncoder {
  let begun = false;
  const withHead = (bytes: Uint8Array): Uint8Array => {
    if (begun) return bytes;
    begun = true;
    return joinBytes([endless(wavFileHead(format, sound, 0)), bytes]);
  };
  const samplesOf = format === 'wav' ? pcmSamples : muLawSamples;
  return {
    sampleRate: sound.sampleRate,
    add: (channels) => withHead(samplesOf(channels)),
    end: () => withHead(new Uint8Array(0)),
    close: () => {},
  };
}

/** @throws RangeError for more than 8 channels in FLAC */
export async function openEncoder(format: ExportFormat, quality: Quality, sound: EncodedSound): Promise<AudioEncoder> {
  switch (format) {
    case 'wav':
    case 'mulaw':
      return wavEncoder(format, sound);
    case 'mp3':
      return (await import('./lossy-encoders.ts')).openMp3Encoder(quality, sound);
    case 'ogg':
      return (await import('./lossy-encoders.ts')).openOggEncoder(quality, sound);
    case 'flac':
      return (await import('../flac/flac-encoder.ts')).openFlacEncoder(sound);
  }
}
