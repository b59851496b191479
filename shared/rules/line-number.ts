// The line number displayed in the script, in Review, in messages and on the command line.

export interface LineNumbered {
  /** 1-based; 0 before the first heading. */
  readonly chapterNumber: number;
  /** 1-based. A spoken heading is its chapter's first line. */
  readonly numberInChapter: number;
}

/** Formats a line number: `2.12` is line 12 of chapter 2. Lines before the first heading have no chapter: `12`. */
export const lineNumber = ({ chapterNumber, numberInChapter }: LineNumbered): string =>
  chapterNumber === 0 ? `${numberInChapter}` : `${chapterNumber}.${numberInChapter}`;

/**
 * Formats the lines of a split paragraph, as in `2.12–14`.
 *
 * @param count at least 1
 */
export function lineNumberRange(first: LineNumbered, count: number): string {
  const last = first.numberInChapter + count - 1;
  return count > 1 ? `${lineNumber(first)}–${last}` : lineNumber(first);
}

/** Compares lines by script order. */
export const byLineNumber = (one: LineNumbered, other: LineNumbered): number =>
  one.chapterNumber - other.chapterNumber || one.numberInChapter - other.numberInChapter;
