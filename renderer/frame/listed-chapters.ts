import type { Chapter } from '../../shared/ipc/project-requests.ts';
import { createWordFinder } from '../../shared/rules/search-pattern.ts';
import { chapterTitle } from '../ui/format.ts';
import type { EmptiedChapter } from '../ui/view-store.ts';

export type ListedChapter = Chapter & { readonly isEmptied?: true };

const EMPTY_FIGURES = {
  number: 0,
  level: null,
  part: null,
  lines: 0,
  characters: 0,
  counts: {},
  seconds: 0,
  isEmptied: true,
} as const;

/** Inserts cleared chapters at their former places, so that undo restores them there. */
export function withEmptiedChapters(chapters: readonly Chapter[], emptied: readonly EmptiedChapter[]): ListedChapter[] {
  const listed: ListedChapter[] = [...chapters];
  for (const { id, title, at } of emptied.toSorted((a, b) => a.at - b.at)) {
    const isBack = chapters.some((chapter) => chapter.id === id);
    if (!isBack) listed.splice(at, 0, { ...EMPTY_FIGURES, id, title });
  }
  return listed;
}

export interface ChapterRow {
  readonly chapter: ListedChapter;
  /** Set only for the first chapter of the part. */
  readonly partAbove: string | null;
}

/** Returns only chapters that have all of the search words in their own title or their part's title. */
export function chapterRows(chapters: readonly ListedChapter[], query: string): ChapterRow[] {
  const isFound = createWordFinder(query);
  const isWanted = (chapter: ListedChapter) => isFound(`${chapterTitle(chapter)} ${chapter.part ?? ''}`);
  let part: string | null = null;
  return chapters.filter(isWanted).map((chapter) => {
    const begins = chapter.part !== part && !chapter.isEmptied;
    if (begins) part = chapter.part;
    return { chapter, partAbove: begins ? chapter.part : null };
  });
}
