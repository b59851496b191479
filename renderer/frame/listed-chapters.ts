// The chapters that the window lists: those of the script, and those that undo can still bring back.

import type { Chapter } from '../../shared/ipc/project-requests.ts';
import { wordsFinder } from '../../shared/rules/search-pattern.ts';
import { chapterTitle } from '../ui/format.ts';
import type { EmptiedChapter } from '../ui/view-store.ts';

/** A chapter as the window lists it. */
export type ListedChapter = Chapter & { readonly isEmptied?: true };

const EMPTIED = {
  number: 0,
  level: null,
  part: null,
  lines: 0,
  characters: 0,
  counts: {},
  seconds: 0,
  isEmptied: true,
} as const;

/** A chapter that was just emptied keeps its place: undo brings its words back from there. */
export function withEmptied(chapters: readonly Chapter[], emptied: readonly EmptiedChapter[]): ListedChapter[] {
  const listed: ListedChapter[] = [...chapters];
  for (const { id, title, at } of emptied.toSorted((a, b) => a.at - b.at)) {
    const isBack = chapters.some((chapter) => chapter.id === id);
    if (!isBack) listed.splice(at, 0, { ...EMPTIED, id, title });
  }
  return listed;
}

/** A chapter as a row of the list. */
export interface ChapterRow {
  readonly chapter: ListedChapter;
  /** Stands above the first chapter of a part; null above others. */
  readonly partAbove: string | null;
}

/**
 * The rows of the list, with the names of parts where they begin.
 *
 * @param words only chapters whose title, or whose part's, has all of these; empty: all
 */
export function chapterRows(chapters: readonly ListedChapter[], words: string): ChapterRow[] {
  const isFound = wordsFinder(words);
  const isWanted = (chapter: ListedChapter) => isFound(`${chapterTitle(chapter)} ${chapter.part ?? ''}`);
  let part: string | null = null;
  return chapters.filter(isWanted).map((chapter) => {
    // A chapter that was emptied stands in no part.
    const begins = chapter.part !== part && !chapter.isEmptied;
    if (begins) part = chapter.part;
    return { chapter, partAbove: begins ? chapter.part : null };
  });
}
