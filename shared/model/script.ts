// The script: chapters of paragraphs, the lines and turns that they become, and what a paragraph says.
/** A stretch of a line spoken by one role. */
export interface Turn {
  /** The role's name as marked, or null where no mark stands: the default role speaks. */
  readonly role: string | null;
  /**
   * The words as written, rows joined by one space, escapes resolved. Where a role is marked, brackets are directions
   * and `\(` is a bracket that is spoken; without a mark every character is a word of the book.
   */
  readonly text: string;
}

/**
 * What a paragraph of script text is. `blank` is the white space (and byte order mark) before the first paragraph of
 * a text: its source is empty, it has no lines, and it is only ever the first.
 */
export type ParagraphKind = 'blank' | 'title' | 'heading' | 'speech' | 'direction' | 'pause';

/** Why a paragraph or line can't be rendered. */
export type LineProblem =
  | { readonly kind: 'three-roles'; readonly roles: readonly string[] }
  | { readonly kind: 'too-long'; readonly characters: number; readonly limit: number };

/** A paragraph of a chapter, with the exact text that it came from. */
export interface Paragraph {
  readonly kind: ParagraphKind;
  /** The exact rows, without the line break after the last one. */
  readonly source: string;
  /** The exact white space between these rows and the next paragraph (or the end). */
  readonly gap: string;
  /** For a heading or title: 1 or 2, the number of `#`. */
  readonly level?: 1 | 2;
  /** The lines that it becomes, in order: none for a direction or a pause; more than one where it was cut. */
  readonly lines: readonly LineContent[];
  /** For a pause of its own, or one beside a turn with nothing to speak: its length in seconds. */
  readonly pauseSeconds?: number;
  readonly problem?: LineProblem;
}

/** What one line is to speak. */
export interface LineContent {
  /** Turns of one role, or of exactly two (a dialog line). */
  readonly turns: readonly Turn[];
  /** Seconds of silence that the script asks for before and after the line. */
  readonly pauseBeforeSeconds?: number;
  readonly pauseAfterSeconds?: number;
}

/** A silence inside or beside speech, in seconds. */
export interface PausePart {
  readonly pauseSeconds: number;
}

export type SpeechPart = Turn | PausePart;

/** What a role says. A file states the role, so it is a value, and is never read from the words. */
export interface StatedSpeech {
  readonly role: string;
  /** A row of script text, without a mark. */
  readonly words: string;
}

/**
 * A script before it is cut into lines: pieces of script text, in which names before colons tell the roles, and stated
 * speeches. Blank rows separate the pieces.
 */
export type ScriptDocument = readonly (string | StatedSpeech)[];

/** A paragraph as structure. A title is a heading of level 1 whose neighbour makes it one. */
export type ParagraphContent =
  | { readonly kind: 'heading'; readonly level: 1 | 2; readonly parts: readonly SpeechPart[] }
  | { readonly kind: 'speech'; readonly parts: readonly SpeechPart[] }
  | { readonly kind: 'direction'; readonly text: string }
  | { readonly kind: 'pause'; readonly seconds: number };
