import type { OutputFormat } from '../shared/service/vocabulary.ts';
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

/** Hz, of bare mu-law where nobody says otherwise: telephony's rate. */
export const RAW_MU_LAW_SAMPLE_RATE = 8000;

/**
 * The sound of a whole file: WAV (PCM of 8 to 32 bits, float, mu-law, A-law), MP3, Ogg, FLAC, or mu-law bytes without
 * a head where `hint.format` is mulaw. The format is found from the bytes.
 *
 * @throws AudioFormatError where the bytes are no such file, or a cut or damaged one
 */
export async function decode(bytes: Uint8Array, hint: DecodeHint = {}): Promise<Pcm> {
  const container = identify(bytes, hint.format);
  if (container === 'wav') return decodeWav(bytes);
  if (container === 'raw-mulaw') return decodeRawMuLaw(bytes, hint.sampleRate ?? RAW_MU_LAW_SAMPLE_RATE);
  return decodePacked(bytes, container);
}
