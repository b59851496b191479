// What the main thread and the audio threads say to each other.
import type { CheckedAudio, ExpectedAudio } from './check-audio.ts';
import type { Conversion } from './convert-audio.ts';

export type AudioJob =
  | { readonly kind: 'check'; readonly bytes: Uint8Array<ArrayBuffer>; readonly expected: ExpectedAudio }
  | { readonly kind: 'convert'; readonly bytes: Uint8Array<ArrayBuffer>; readonly conversion: Conversion };

export type AudioJobResult =
  | { readonly kind: 'check'; readonly checked: CheckedAudio }
  | { readonly kind: 'convert'; readonly bytes: Uint8Array<ArrayBuffer> };
