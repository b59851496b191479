import type { OutputFormat } from '../shared/service/vocabulary.ts';
import { type DecodeHint, RAW_MU_LAW_SAMPLE_RATE } from './decode.ts';
import { formatOf, identify } from './identify.ts';
import { decodePackedBlocks } from './packed-decode.ts';
import type { Pcm } from './pcm.ts';
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
 * Decodes a whole file block by block, so that an hour of sound takes no more memory than a minute: WAV by a few
 * thousand samples, the packed formats by a mebibyte of the file. What a block holds is good until `take` returns. A
 * file that turns out to be cut or damaged may have given blocks before that is known.
 *
 * @throws AudioFormatError as decode; what `take` throws
 */
export async function decodeBlocks(
  bytes: Uint8Array,
  hint: DecodeHint,
  take: (block: Pcm) => void,
): Promise<DecodedHead> {
  const container = identify(bytes, hint.format);
  if (container === 'wav') {
    const { coding, sampleRate, frames } = decodeWavBlocks(bytes, take);
    return { format: formatOf(container, coding), sampleRate, frames };
  }
  if (container === 'raw-mulaw') {
    const sampleRate = hint.sampleRate ?? RAW_MU_LAW_SAMPLE_RATE;
    decodeRawMuLawBlocks(bytes, sampleRate, take);
    return { format: 'mulaw', sampleRate, frames: bytes.length };
  }
  const { sampleRate, frames } = await decodePackedBlocks(bytes, container, take);
  return { format: formatOf(container), sampleRate, frames };
}
