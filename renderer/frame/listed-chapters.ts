// The chapters that the window lists: those of the script, and those that undo can still bring back.
import type { Chapter } from '../../shared/ipc/project-requests.ts';
import type { EmptiedChapter } from '../ui/view-store.ts';

/** A chapter as the window lists it. */
export type ListedChapter = Chapter & { readonly isEmptied?: true };

const EMPTIED = { number: 0, level: null, lines: 0, characters: 0, counts: {}, seconds: 0, isEmptied: true } as const;

/** A chapter that was just emptied keeps its place: undo brings its words back from there. */
export function withEmptied(chapters: readonly Chapter[], emptied: readonly EmptiedChapter[]): ListedChapter[] {
  const listed: ListedChapter[] = [...chapters];
  for (const { id, title, at } of emptied.toSorted((a, b) => a.at - b.at)) {
    const isBack = chapters.some((chapter) => chapter.id === id);
    if (!isBack) listed.splice(at, 0, { ...EMPTIED, id, title });
  }
  return listed;
}
