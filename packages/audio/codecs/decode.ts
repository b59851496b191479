import type { OutputFormat } from '@lectern/tts-protocol';
import { decodeRawMuLaw, decodeRawMuLawBlocks, decodeWav, decodeWavBlocks } from '../wav/wav-decode.ts';
import { DEFAULT_DECODE_LIMIT, type DecodeLimit, requireWithinLimit } from './audio-format-error.ts';
import { type AudioBytes, asSource } from './bytes.ts';
import { decodeCompressed, decodeCompressedBlocks } from './decode-compressed.ts';
import { formatOf, identify } from './identify.ts';
import type { BlockHandler, Pcm } from './pcm.ts';

/** The expected format, only needed for headerless mu-law. All other formats are detected from the file's content. */
export interface DecodeHint {
  readonly format?: OutputFormat | undefined;
  readonly sampleRate?: number | undefined;
}

export const RAW_MU_LAW_SAMPLE_RATE = 8000;

/** Decodes a whole file, detecting the format from the content. For untrusted files, use `decodeBlocks`. */
export async function decode(
  bytes: Uint8Array,
  hint: DecodeHint = {},
  limit: DecodeLimit = DEFAULT_DECODE_LIMIT,
): Promise<Pcm> {
  const container = identify(bytes, hint.format);
  if (container === 'wav') return decodeWav(bytes, limit);
  if (container !== 'raw-mulaw') return decodeCompressed(bytes, container, limit);
  const sampleRate = hint.sampleRate ?? RAW_MU_LAW_SAMPLE_RATE;
  requireWithinLimit(bytes.length / sampleRate, limit);
  return decodeRawMuLaw(bytes, sampleRate);
}

export interface DecodedHead {
  readonly format: OutputFormat;
  readonly sampleRate: number;
  readonly frames: number;
}

/**
 * Decodes in blocks of a few megabytes. Damage or excessive length may only be detected after some blocks have been
 * passed on.
 */
export async function decodeBlocks(
  audio: AudioBytes,
  hint: DecodeHint,
  onBlock: BlockHandler,
  limit = DEFAULT_DECODE_LIMIT,
): Promise<DecodedHead> {
  const source = asSource(audio);
  const container = identify(source, hint.format);
  if (container === 'wav') {
    const { coding, sampleRate, frames } = await decodeWavBlocks(source, onBlock, limit);
    return { format: formatOf(container, coding), sampleRate, frames };
  }
  if (container === 'raw-mulaw') {
    const sampleRate = hint.sampleRate ?? RAW_MU_LAW_SAMPLE_RATE;
    requireWithinLimit(source.length / sampleRate, limit);
    await decodeRawMuLawBlocks(source, sampleRate, onBlock);
    return { format: 'mulaw', sampleRate, frames: source.length };
  }
  const { sampleRate, frames } = await decodeCompressedBlocks(source, container, onBlock, { limit });
  return { format: formatOf(container), sampleRate, frames };
}
