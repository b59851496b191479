// What one paragraph of script text says, and the text that says it.
import type { Turn } from '../model/script.ts';

/** A silence inside or beside speech, in seconds. */
export interface PausePart {
  readonly pauseSeconds: number;
}

export type SpeechPart = Turn | PausePart;

/** A paragraph as structure. A title is a heading of level 1 whose neighbour makes it one. */
export type ParagraphContent =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly parts: readonly SpeechPart[] }
  | { readonly kind: 'speech'; readonly parts: readonly SpeechPart[] }
  | { readonly kind: 'direction'; readonly text: string }
  | { readonly kind: 'pause'; readonly seconds: number };
