import { AudioFormatError } from '../codecs/audio-format-error.ts';
import { type AudioBytes, asSource } from '../codecs/bytes.ts';
import { decodeFileBlocks } from '../codecs/decode-file.ts';
import { frameCount, type Pcm } from '../codecs/pcm.ts';
import { AudioFingerprinter } from './audio-fingerprint.ts';

export interface FingerprintedFile {
  /** One for each of `starts`. */
  readonly fingerprints: readonly Uint32Array[];
  /** The part that was decoded, in seconds. */
  readonly seconds: number;
}

/** Ends decoding early. */
class EnoughAudio extends Error {}

/**
 * Decodes the first part of an audio file and calculates its fingerprints. If the file is damaged, uses the audio before the
 * damage.
 * @param options.seconds maximum duration to decode
 * @param options.starts where the first frame of each fingerprint starts, in seconds
 * @throws AudioFormatError if no audio can be decoded
 */
export async function fingerprintFile(
  audio: AudioBytes,
  { seconds: limit, starts = [0] }: { readonly seconds: number; readonly starts?: readonly number[] },
): Promise<FingerprintedFile> {
  const fingerprinters = await Promise.all(starts.map((start) => AudioFingerprinter.create(start)));
  let seconds = 0;
  const take = (block: Pcm): void => {
    for (const fingerprinter of fingerprinters) fingerprinter.add(block);
    seconds += frameCount(block) / block.sampleRate;
    if (seconds >= limit) throw new EnoughAudio();
  };
  try {
    await decodeFileBlocks(asSource(audio), take);
  } catch (error) {
    const isPartial = error instanceof AudioFormatError && seconds > 0;
    if (!(error instanceof EnoughAudio) && !isPartial) throw error;
  }
  return { fingerprints: fingerprinters.map((fingerprinter) => fingerprinter.end()), seconds };
}
