import type { OutputFormat } from '../shared/service/vocabulary.ts';
import { DEFAULT_DECODE_LIMIT, type DecodeLimit, refuseTooLong } from './decode-limit.ts';
import { identify } from './identify.ts';
import { decodePacked } from './packed-decode.ts';
import type { Pcm } from './pcm.ts';
import { decodeRawMuLaw, decodeWav } from './wav-decode.ts';

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
