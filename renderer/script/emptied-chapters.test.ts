import { beforeEach, expect, it } from 'vitest';
import type { Chapter } from '../../shared/ipc/project-requests.ts';
import { useView } from '../ui/view-store.ts';
import { noteEmptied } from './emptied-chapters.ts';

const chapter = (id: number, number: number): Chapter => ({
  id,
  number,
  title: `Chapter ${number}`,
  level: 1,
  part: null,
  lines: 2,
  characters: 40,
  counts: {},
  seconds: 0,
});
const [first, second] = [chapter(11, 1), chapter(12, 2)];
const notedIds = () => useView.getState().emptied.map(({ id }) => id);

beforeEach(() => {
  useView.getState().reset();
  useView.getState().chooseChapter(first.id);
});

it('notes a chapter that lost all its words, with its title and place', () => {
  noteEmptied({ chapterIds: [], lastChapterIds: [first.id] }, [first, second]);
  expect(useView.getState().emptied).toEqual([{ id: first.id, title: 'Chapter 1', at: 0 }]);
});

it('keeps one that is back until the list has it again', () => {
  const back = { chapterIds: [first.id], lastChapterIds: [first.id] };
  noteEmptied({ chapterIds: [], lastChapterIds: [first.id] }, [first, second]);
  noteEmptied(back, [second]);
  expect(notedIds()).toEqual([first.id]);
  noteEmptied(back, [first, second]);
  expect(notedIds()).toEqual([]);
});

it('forgets one in whose place another was written', () => {
  noteEmptied({ chapterIds: [], lastChapterIds: [first.id] }, [first, second]);
  noteEmptied({ chapterIds: [13], lastChapterIds: [first.id, 13] }, [second]);
  expect(notedIds()).toEqual([]);
});
