import { expect, it } from 'vitest';
import { chapterRows, type ListedChapter } from './listed-chapters.ts';

const chapter = (id: number, title: string, part: string | null, more: Partial<ListedChapter> = {}): ListedChapter => ({
  id,
  number: id,
  title,
  part,
  level: 2,
  lines: 1,
  characters: 1,
  counts: {},
  seconds: 0,
  ...more,
});
const BOOK = [
  chapter(1, 'Part One', null, { level: 1 }),
  chapter(2, 'The Garden', 'Part One'),
  chapter(3, 'The House', 'Part One'),
  chapter(4, 'Gone', null, { isEmptied: true }),
  chapter(5, 'The Attic', 'Part One'),
  chapter(6, 'A Garden Again', 'Part Two'),
];
const shown = (words: string) => chapterRows(BOOK, words).map(({ chapter, partAbove }) => [partAbove, chapter.title]);

it('names a part above its first chapter', () => {
  expect(shown('')).toEqual([
    [null, 'Part One'],
    ['Part One', 'The Garden'],
    [null, 'The House'],
    [null, 'Gone'],
    [null, 'The Attic'],
    ['Part Two', 'A Garden Again'],
  ]);
});

it('shows the chapters that have the words in their title or their part’s', () => {
  expect(shown('garden')).toEqual([
    ['Part One', 'The Garden'],
    ['Part Two', 'A Garden Again'],
  ]);
  expect(shown('two GARDEN')).toEqual([['Part Two', 'A Garden Again']]);
  expect(shown('cellar')).toEqual([]);
});
