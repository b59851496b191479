export interface Turn {
  /** As marked; null means that the default role speaks. */
  readonly role: string | null;
  /**
   * Lines of text are joined and escapes are resolved. In paragraphs with a role mark, brackets are directions;
   * otherwise, they are text.
   */
  readonly text: string;
}

/** `blank` is white space or a byte order mark before the first paragraph. Its source is empty and it has no lines. */
export type ParagraphKind = 'blank' | 'title' | 'heading' | 'speech' | 'direction' | 'pause';

export type LineProblem =
  | { readonly kind: 'three-roles'; readonly roles: readonly string[] }
  | { readonly kind: 'too-long'; readonly characters: number; readonly limit: number };

export interface Paragraph {
  readonly kind: ParagraphKind;
  /** The exact source text without the final line break. */
  readonly source: string;
  readonly gap: string;
  readonly level?: 1 | 2;
  /** Empty for a direction or a pause; more than one if the paragraph was split. */
  readonly lines: readonly LineContent[];
  readonly pauseSeconds?: number;
  readonly problem?: LineProblem;
}

export interface LineContent {
  readonly turns: readonly Turn[];
  readonly pauseBeforeSeconds?: number;
  readonly pauseAfterSeconds?: number;
}

export interface PausePart {
  readonly pauseSeconds: number;
}

export type SpeechPart = Turn | PausePart;

/** The file states the role; it is never parsed from the text. */
export interface StatedSpeech {
  readonly role: string;
  readonly words: string;
}

/** In strings, names before colons mark roles. */
export type ScriptDocument = readonly (string | StatedSpeech)[];

export type ParagraphContent =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly parts: readonly SpeechPart[] }
  | { readonly kind: 'speech'; readonly parts: readonly SpeechPart[] }
  | { readonly kind: 'direction'; readonly text: string }
  | { readonly kind: 'pause'; readonly seconds: number };
