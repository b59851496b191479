import type { OutputFormat } from '@lectern/tts-protocol';
import { DEFAULT_DECODE_LIMIT, type DecodeLimit, refuseTooLong } from './audio-format-error.ts';
import { type AudioBytes, asSource } from './bytes.ts';
import { formatOf, identify } from './identify.ts';
import { decodePacked, decodePackedBlocks } from './packed-decode.ts';
import type { BlockTaker, Pcm } from './pcm.ts';
import { decodeRawMuLaw, decodeRawMuLawBlocks, decodeWav, decodeWavBlocks } from './wav-decode.ts';

/** What is expected. Only bare mu-law needs it; what a file says of itself always wins. */
export interface DecodeHint {
  readonly format?: OutputFormat | undefined;
  /** Hz, of bare mu-law; 8000 unless given. */
  readonly sampleRate?: number | undefined;
}

/** Hz, of bare mu-law unless another rate is given: telephony's rate. */
export const RAW_MU_LAW_SAMPLE_RATE = 8000;

/**
 * The sound of a whole file: WAV (PCM of 8 to 32 bits, float, mu-law, A-law), MP3, Ogg, FLAC, or mu-law bytes without
 * a head where `hint.format` is mulaw. The format is found from the bytes. All of it is in memory, so this is for files
 * whose length is known: use decodeBlocks for untrusted files.
 *
 * @param limit how much sound the file may turn out to hold; six hours unless given
 * @throws AudioFormatError where the bytes are no such file, a cut or damaged one, or one that lasts too long
 */
export async function decode(
  bytes: Uint8Array,
  hint: DecodeHint = {},
  limit: DecodeLimit = DEFAULT_DECODE_LIMIT,
): Promise<Pcm> {
  const container = identify(bytes, hint.format);
  if (container === 'wav') return decodeWav(bytes, limit);
  if (container !== 'raw-mulaw') return decodePacked(bytes, container, limit);
  const sampleRate = hint.sampleRate ?? RAW_MU_LAW_SAMPLE_RATE;
  refuseTooLong(bytes.length / sampleRate, limit);
  return decodeRawMuLaw(bytes, sampleRate);
}

/** What a file turned out to be when all of it had been decoded. */
export interface DecodedHead {
  readonly format: OutputFormat;
  /** Hz. */
  readonly sampleRate: number;
  /** Samples of each channel. */
  readonly frames: number;
}

/**
 * Decodes a whole file block by block, so that an hour of sound takes no more memory than a minute: blocks have a few
 * megabytes at most, whatever the file unpacks to. The next block is decoded once `take` is done. A file that turns out to be
 * cut, damaged or too long may have given blocks before that is known.
 *
 * @param from a file in memory, or one of which a part is in memory at a time
 * @param limit how much sound the file may turn out to hold; six hours unless given
 * @throws AudioFormatError as decode; what `take` throws
 */
export async function decodeBlocks(
  from: AudioBytes,
  hint: DecodeHint,
  take: BlockTaker,
  limit = DEFAULT_DECODE_LIMIT,
): Promise<DecodedHead> {
  const source = asSource(from);
  const container = identify(source, hint.format);
  if (container === 'wav') {
    const { coding, sampleRate, frames } = await decodeWavBlocks(source, take, limit);
    return { format: formatOf(container, coding), sampleRate, frames };
  }
  if (container === 'raw-mulaw') {
    const sampleRate = hint.sampleRate ?? RAW_MU_LAW_SAMPLE_RATE;
    refuseTooLong(source.length / sampleRate, limit);
    await decodeRawMuLawBlocks(source, sampleRate, take);
    return { format: 'mulaw', sampleRate, frames: source.length };
  }
  const { sampleRate, frames } = await decodePackedBlocks(source, container, take, { limit });
  return { format: formatOf(container), sampleRate, frames };
}
