export interface Turn {
  /** As marked in the script; null means that the default role speaks. */
  readonly role: string | null;
  /**
   * The turn's lines joined into one, with escapes resolved. In paragraphs with a role mark, brackets are directions;
   * otherwise, brackets are text.
   */
  readonly text: string;
}

/** `blank` is white space or a byte order mark before the first paragraph. It has an empty source and no lines. */
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
  readonly isScene?: boolean;
}

export type SpeechPart = Turn | PausePart;

/** Whether the file states the role. If so, the role isn't parsed from the text. */
export interface StatedSpeech {
  readonly role: string;
  readonly words: string;
}

/** If the document is a string, names before colons mark roles. */
export type ScriptDocument = readonly (string | StatedSpeech)[];

export type ParagraphContent =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly parts: readonly SpeechPart[] }
  | { readonly kind: 'speech'; readonly parts: readonly SpeechPart[] }
  | { readonly kind: 'direction'; readonly text: string }
  | { readonly kind: 'pause'; readonly seconds: number; readonly isScene?: boolean };
