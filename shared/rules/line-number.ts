// The number by which people know a line: in the script, in Review, in messages, on the command line.

/** Where a line stands; counted from the script as it is today. */
export interface LineNumbered {
  /** 1-based, in script order; 0: before the first heading. */
  readonly chapterNumber: number;
  /** 1-based; a chapter's spoken heading is its first line. */
  readonly numberInChapter: number;
}

/** `2.12`: the twelfth line of the second chapter. A line before the first heading has no chapter: `12`. */
export const lineNumber = ({ chapterNumber, numberInChapter }: LineNumbered): string =>
  chapterNumber === 0 ? `${numberInChapter}` : `${chapterNumber}.${numberInChapter}`;

/** The lines of a paragraph that was cut: `2.12–14`. @param count how many there are, 1 at the least */
export function lineNumberRange(first: LineNumbered, count: number): string {
  const last = first.numberInChapter + count - 1;
  return count > 1 ? `${lineNumber(first)}–${last}` : lineNumber(first);
}

/** Puts lines into script order. */
export const byLineNumber = (one: LineNumbered, other: LineNumbered): number =>
  one.chapterNumber - other.chapterNumber || one.numberInChapter - other.numberInChapter;
