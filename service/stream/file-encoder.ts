// The encoder of each format for a file that is looked at only when it is whole: its head tells how long it is.
import { joinBytes } from '../../codecs/join-bytes.ts';
import { ENCODER_BLOCK } from '../../codecs/lossy-encode.ts';
import { InfoTag } from '../../codecs/mp3-info-tag.ts';
import { monoHead } from '../../codecs/wav-encode.ts';
import type { OutputFormat, Quality } from '../../shared/service/vocabulary.ts';
import type { AudioEncoder, FileEncoder } from './audio-encoder.ts';
import { EvenBlocks } from './even-blocks.ts';
import { openFlacEncoder } from './flac-stream.ts';
import { openEncoder } from './open-encoder.ts';

const NOTHING = new Uint8Array(0);

/** A WAV file whose sizes are put in at the end. */
function wavFile(encoder: AudioEncoder, format: 'wav' | 'mulaw'): FileEncoder {
  let frames = 0;
  return {
    ...encoder,
    add(samples) {
      frames += samples.length;
      return encoder.add(samples);
    },
    async end() {
      const last = await encoder.end();
      // A chunk of a WAV file has an even size.
      return format === 'mulaw' && frames % 2 === 1 ? joinBytes([last, Uint8Array.of(0)]) : last;
    },
    head: () => monoHead(format, encoder.sampleRate, frames),
  };
}

/** An MP3 with room for the frame by which players know how long it is and what to cut off its ends. */
function mp3File(encoder: AudioEncoder): FileEncoder {
  const tag = new InfoTag();
  let frames = 0;
  const withRoom = (bytes: Uint8Array): Uint8Array => {
    const isFirst = tag.size === 0;
    tag.add(bytes);
    return isFirst ? joinBytes([new Uint8Array(tag.size), bytes]) : bytes;
  };
  return {
    ...encoder,
    async add(samples) {
      frames += samples.length;
      return withRoom(await encoder.add(samples));
    },
    end: async () => withRoom(await encoder.end()),
    head: () => tag.frame(frames),
  };
}

/** Vorbis's pages end where its encoder was given no more at once: they depend on nothing but the sound in even blocks. */
function oggFile(encoder: AudioEncoder): FileEncoder {
  const blocks = new EvenBlocks(ENCODER_BLOCK);
  const encoded = async (sounds: Iterable<Float32Array>): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    for (const sound of sounds) parts.push(await encoder.add(sound));
    return joinBytes(parts);
  };
  return {
    ...encoder,
    add: (samples) => encoded(blocks.add(samples)),
    end: async () => joinBytes([await encoded([blocks.end()]), await encoder.end()]),
    head: () => NOTHING,
  };
}

/**
 * Starts a file. The bytes are those that `encode` (codecs) makes of the whole sound.
 *
 * @param sampleRate Hz, 8000 to 48000; mp3 takes one that it lacks to the next higher one
 */
export async function openFileEncoder(
  format: OutputFormat,
  quality: Quality,
  sampleRate: number,
): Promise<FileEncoder> {
  if (format === 'flac') return openFlacEncoder(sampleRate);
  const encoder = await openEncoder(format, quality, sampleRate);
  if (format === 'mp3') return mp3File(encoder);
  return format === 'ogg' ? oggFile(encoder) : wavFile(encoder, format);
}
