// The encoder of each format for a file that is read only once it is whole: its head tells how long it is.
import type { OutputFormat, Quality } from '../shared/service/vocabulary.ts';
import type { AudioEncoder, EncodedSound, FileEncoder } from './audio-encoder.ts';
import { joinBytes } from './bytes.ts';
import { EvenBlocks } from './even-blocks.ts';
import { InfoTag } from './mp3-info-tag.ts';
import { openEncoder } from './open-encoder.ts';
import { wavFileHead } from './wav-encode.ts';

const NOTHING = new Uint8Array(0);
/** Samples of each channel that the lossy encoders are given at once: their bytes depend on it. */
const ENCODER_BLOCK = 16384;

const lengthOf = (channels: readonly Float32Array[]): number => channels[0]?.length ?? 0;

/** A WAV file whose sizes are filled in at the end. */
function wavFile(encoder: AudioEncoder, format: 'wav' | 'mulaw', sound: EncodedSound): FileEncoder {
  let frames = 0;
  return {
    ...encoder,
    add(channels) {
      frames += lengthOf(channels);
      return encoder.add(channels);
    },
    async end() {
      const last = await encoder.end();
      // A chunk of a WAV file has an even size.
      const isOdd = format === 'mulaw' && (frames * sound.channels) % 2 === 1;
      return isOdd ? joinBytes([last, Uint8Array.of(0)]) : last;
    },
    head: () => wavFileHead(format, sound, frames),
  };
}

/** The same sound in blocks of one length, so that the bytes depend on nothing but the sound. */
function inEvenBlocks(encoder: AudioEncoder): AudioEncoder {
  const blocks = new EvenBlocks(ENCODER_BLOCK);
  const encoded = async (sounds: Iterable<readonly Float32Array[]>): Promise<Uint8Array> => {
    const parts: Uint8Array[] = [];
    for (const sound of sounds) parts.push(await encoder.add(sound));
    return joinBytes(parts);
  };
  return {
    ...encoder,
    add: (channels) => encoded(blocks.add(channels)),
    async end() {
      const rest = blocks.end();
      return joinBytes([await encoded(rest.length > 0 ? [rest] : []), await encoder.end()]);
    },
  };
}

/** An MP3 with room for the frame by which players know how long it is and what to cut off its ends. */
function mp3File(encoder: AudioEncoder, { channels: width }: EncodedSound): FileEncoder {
  const tag = new InfoTag();
  let frames = 0;
  const withRoom = (bytes: Uint8Array): Uint8Array => {
    const isFirst = tag.size === 0;
    tag.add(bytes);
    return isFirst ? joinBytes([new Uint8Array(tag.size), bytes]) : bytes;
  };
  return {
    ...encoder,
    async add(channels) {
      frames += lengthOf(channels);
      return withRoom(await encoder.add(channels));
    },
    async end() {
      // A stream of a single frame is too little for many players: a file without sound has one silent sample.
      const silence = Array.from({ length: width }, () => new Float32Array(1));
      const first = frames === 0 ? withRoom(await encoder.add(silence)) : NOTHING;
      return joinBytes([first, withRoom(await encoder.end())]);
    },
    head: () => tag.frame(frames),
  };
}

/**
 * Starts a file. The same sound gives the same bytes, in whatever pieces it is added. A rate that the format lacks goes up to
 * the next one it has (`sampleRate` of the encoder): callers resample.
 *
 * @throws RangeError for more than 8 channels in FLAC
 */
export async function openFileEncoder(
  format: OutputFormat,
  quality: Quality,
  sound: EncodedSound,
): Promise<FileEncoder> {
  if (format === 'flac') return (await import('./flac-stream.ts')).openFlacEncoder(sound);
  const encoder = await openEncoder(format, quality, sound);
  if (format === 'mp3') return mp3File(inEvenBlocks(encoder), sound);
  return format === 'ogg' ? { ...inEvenBlocks(encoder), head: () => NOTHING } : wavFile(encoder, format, sound);
}
