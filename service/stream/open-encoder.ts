// The encoder of each format. WAV is simple enough to stand here.
import { MU_LAW_BYTES } from '../../codecs/g711.ts';
import { encodeWav, monoHead, toInt16 } from '../../codecs/wav-encode.ts';
import type { OutputFormat, Quality } from '../../shared/service/vocabulary.ts';
import type { AudioEncoder } from './audio-encoder.ts';
import { openFlacEncoder } from './flac-stream.ts';
import { openMp3Encoder, openOggEncoder } from './lossy-stream.ts';

/** What a WAV file says of its sizes where nobody knows them yet. */
const UNKNOWN_SIZE = 0xffffffff;

/** The head of a file without sound, made that of one without an end. */
function endless(head: Uint8Array): Uint8Array {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  view.setUint32(4, UNKNOWN_SIZE, true);
  view.setUint32(head.length - 4, UNKNOWN_SIZE, true);
  return head;
}

function wavEncoder(sampleRate: number, head: Uint8Array, encode: (samples: Float32Array) => Uint8Array): AudioEncoder {
  let begun = false;
  const withHead = (bytes: Uint8Array): Uint8Array => {
    if (begun) return bytes;
    begun = true;
    return Buffer.concat([endless(head), bytes]);
  };
  return {
    sampleRate,
    add: (samples) => withHead(encode(samples)),
    end: () => withHead(new Uint8Array(0)),
    close: () => {},
  };
}

/** The samples of a 16-bit WAV file, without its head. */
const asPcm = (samples: Float32Array): Uint8Array => encodeWav({ sampleRate: 8000, channels: [samples] }).subarray(44);

const asMuLaw = (samples: Float32Array): Uint8Array =>
  Uint8Array.from(samples, (sample) => MU_LAW_BYTES[toInt16(sample) & 0xffff] ?? 0xff);

/**
 * Starts a file.
 *
 * @param sampleRate Hz, 8000 to 48000; mp3 takes one that it lacks to the next higher one
 */
export async function openEncoder(format: OutputFormat, quality: Quality, sampleRate: number): Promise<AudioEncoder> {
  switch (format) {
    case 'wav':
      return wavEncoder(sampleRate, monoHead('wav', sampleRate, 0), asPcm);
    case 'mulaw':
      return wavEncoder(sampleRate, monoHead('mulaw', sampleRate, 0), asMuLaw);
    case 'mp3':
      return openMp3Encoder(quality, sampleRate);
    case 'ogg':
      return openOggEncoder(quality, sampleRate);
    case 'flac':
      return openFlacEncoder(sampleRate);
  }
}
