import { describe, expect, it } from 'vitest';
import { compareLineNumbers, lineNumber, lineNumberRange } from './line-number.ts';

const at = (chapterNumber: number, numberInChapter: number) => ({ chapterNumber, numberInChapter });

describe('a line’s number', () => {
  it('is its chapter’s and its own in the chapter', () => {
    expect(lineNumber(at(2, 12))).toBe('2.12');
    expect(lineNumber(at(12, 1))).toBe('12.1');
  });

  it('is its own alone before the first heading', () => {
    expect(lineNumber(at(0, 3))).toBe('3');
  });

  it('is that of the first and the last line of a paragraph that was cut', () => {
    expect(lineNumberRange(at(2, 12), 3)).toBe('2.12–14');
    expect(lineNumberRange(at(0, 3), 2)).toBe('3–4');
    expect(lineNumberRange(at(2, 12), 1)).toBe('2.12');
  });

  it('sorts by what it stands for, not by its digits', () => {
    const lines = [at(10, 1), at(2, 10), at(0, 1), at(2, 9)];
    expect(lines.toSorted(compareLineNumbers).map(lineNumber)).toEqual(['1', '2.9', '2.10', '10.1']);
  });
});
