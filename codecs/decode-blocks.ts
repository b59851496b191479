import type { OutputFormat } from '../shared/service/vocabulary.ts';
import { type AudioBytes, asSource } from './bytes.ts';
import { type DecodeHint, RAW_MU_LAW_SAMPLE_RATE } from './decode.ts';
import { DEFAULT_DECODE_LIMIT, refuseTooLong } from './decode-limit.ts';
import { formatOf, identify } from './identify.ts';
import { decodePackedBlocks } from './packed-decode.ts';
import type { BlockTaker } from './pcm.ts';
import { decodeRawMuLawBlocks, decodeWavBlocks } from './wav-decode.ts';

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
