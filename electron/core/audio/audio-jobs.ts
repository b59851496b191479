// What the main thread and the audio threads say to each other.
import type { DecodeHint } from '../../../codecs/decode.ts';
import type { AudioAnalysis } from '../../../shared/model/take.ts';
import type { CheckedAudio, ExpectedAudio } from './check-audio.ts';
import type { Conversion, ConvertedAudio } from './convert-audio.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type AudioJob =
  | { readonly kind: 'check'; readonly bytes: Bytes; readonly expected: ExpectedAudio }
  | { readonly kind: 'analyse'; readonly bytes: Bytes; readonly hint: DecodeHint }
  | { readonly kind: 'convert'; readonly bytes: Bytes; readonly conversion: Conversion };

export type AudioJobResult =
  | { readonly kind: 'check'; readonly checked: CheckedAudio }
  | { readonly kind: 'analyse'; readonly analysis: AudioAnalysis }
  | { readonly kind: 'convert'; readonly converted: ConvertedAudio & { readonly bytes: Bytes } };
