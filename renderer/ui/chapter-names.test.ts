import { expect, it } from 'vitest';
import { chapterPlaces } from './chapter-names.ts';

const chapter = (id: number, title: string, part: string | null = null) => ({ id, number: id, title, part });

it('a chapter is told by its part, and by its number where the part has another of its title', () => {
  const places = chapterPlaces([
    chapter(1, 'Preface'),
    chapter(2, 'Chapter 1', 'Book One'),
    chapter(3, 'Chapter 1', 'Book Two'),
    chapter(4, 'Interlude', 'Book Two'),
    chapter(5, 'Interlude', 'Book Two'),
  ]);
  expect([...places]).toEqual([
    [2, 'Book One'],
    [3, 'Book Two'],
    [4, 'Book Two · chapter 4'],
    [5, 'Book Two · chapter 5'],
  ]);
});
