// What the main thread and the audio threads say to each other.
import type { DecodeHint } from '../../../codecs/decode.ts';
import type { AudioAnalysis } from '../../../shared/model/take.ts';
import type { CheckedAudio, ExpectedAudio } from './check-audio.ts';
import type { Conversion, ConvertedAudio } from './convert-audio.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** What a thread is handed: bytes of its own, or an open file. */
type Audio = Bytes | { readonly fd: number };

export type AudioJob =
  | { readonly kind: 'check'; readonly audio: Audio; readonly expected: ExpectedAudio }
  | { readonly kind: 'analyse'; readonly audio: Audio; readonly hint: DecodeHint }
  | {
      readonly kind: 'convert';
      readonly audio: Audio;
      readonly target: { readonly fd: number };
      readonly conversion: Conversion;
    };

export type AudioJobResult =
  | { readonly kind: 'check'; readonly checked: CheckedAudio }
  | { readonly kind: 'analyse'; readonly analysis: AudioAnalysis }
  | { readonly kind: 'convert'; readonly converted: ConvertedAudio };
