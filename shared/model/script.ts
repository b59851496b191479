/** The part of a line spoken by one role. */
export interface Turn {
  /** The role's name as marked, or null without a mark, in which case the default role speaks. */
  readonly role: string | null;
  /**
   * The text with rows joined by single spaces and escapes resolved. In a turn with a role mark, brackets are
   * directions and `\(` is a literal bracket; without a mark, every character is part of the text.
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
  /** The exact rows, without the final line break. */
  readonly source: string;
  /** The exact white space up to the next paragraph or the end. */
  readonly gap: string;
  /** The number of `#`, for a heading or title. */
  readonly level?: 1 | 2;
  /** In order. Empty for a direction or a pause; more than one if the paragraph was split. */
  readonly lines: readonly LineContent[];
  /** The length of a standalone pause, or of a pause beside a turn with nothing to speak. */
  readonly pauseSeconds?: number;
  readonly problem?: LineProblem;
}

export interface LineContent {
  /** Turns of one role, or of exactly two in a dialog line. */
  readonly turns: readonly Turn[];
  /** Pauses that the script asks for before and after the line. */
  readonly pauseBeforeSeconds?: number;
  readonly pauseAfterSeconds?: number;
}

/** A pause within or next to speech. */
export interface PausePart {
  readonly pauseSeconds: number;
}

export type SpeechPart = Turn | PausePart;

/** A speech with a role stated by the file. The role is a value and is never parsed from the text. */
export interface StatedSpeech {
  readonly role: string;
  /** A single row without a role mark. */
  readonly words: string;
}

/**
 * A script before it is split into lines: pieces of script text, in which names before colons mark roles, and speeches
 * with stated roles. Blank rows separate the pieces.
 */
export type ScriptDocument = readonly (string | StatedSpeech)[];

/** A parsed paragraph. A title is a level 1 heading directly before a level 2 heading. */
export type ParagraphContent =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly parts: readonly SpeechPart[] }
  | { readonly kind: 'speech'; readonly parts: readonly SpeechPart[] }
  | { readonly kind: 'direction'; readonly text: string }
  | { readonly kind: 'pause'; readonly seconds: number };
