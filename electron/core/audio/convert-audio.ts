import { type DecodeHint, decode } from '../../../codecs/decode.ts';
import { encode } from '../../../codecs/encode.ts';
import type { Treatment } from '../../../shared/model/take.ts';
import type { OutputFormat, Quality } from '../../../shared/service/vocabulary.ts';
import { treatSound } from './treat-sound.ts';

/** What to make of a file. */
export interface Conversion {
  /** Needed for bare mu-law only; any other file says what it is. */
  readonly from?: DecodeHint | undefined;
  readonly to: OutputFormat;
  /** Of a lossy format; medium unless given. */
  readonly quality?: Quality | undefined;
  /** Applied before it is encoded. */
  readonly treatment?: Treatment | undefined;
}

/** A file that was made of another. */
export interface ConvertedAudio {
  readonly bytes: Uint8Array;
  /** By how much the treatment's gain was held back, in dB, so that nothing clips; 0 where all of it was given. */
  readonly heldBackDb: number;
}

/**
 * The same sound, trimmed and levelled where that is asked for, in another format (or anew in its own), at its own
 * sample rate (MP3: the next higher one that it has). The same bytes in give the same bytes out.
 *
 * @throws AudioFormatError where the bytes can't be read as audio
 */
export async function convertAudio(bytes: Uint8Array, conversion: Conversion): Promise<ConvertedAudio> {
  const { from, to, quality, treatment } = conversion;
  const { sound, heldBackDb } = treatSound(await decode(bytes, from), treatment);
  return { bytes: await encode(sound, to, { quality }), heldBackDb };
}
