export interface LineNumbered {
  /** 1-based; 0 before the first heading. */
  readonly chapterNumber: number;
  /** 1-based. A spoken heading is its chapter's first line. */
  readonly numberInChapter: number;
}

/** Formats a line number: `2.12` is line 12 of chapter 2. Lines before the first heading have no chapter: `12`. */
export const lineNumber = ({ chapterNumber, numberInChapter }: LineNumbered): string =>
  chapterNumber === 0 ? `${numberInChapter}` : `${chapterNumber}.${numberInChapter}`;

export function lineNumberRange(first: LineNumbered, count: number): string {
  const last = first.numberInChapter + count - 1;
  return count > 1 ? `${lineNumber(first)}–${last}` : lineNumber(first);
}

export const compareLineNumbers = (a: LineNumbered, b: LineNumbered): number =>
  a.chapterNumber - b.chapterNumber || a.numberInChapter - b.numberInChapter;
