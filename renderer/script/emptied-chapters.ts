// A chapter that loses all its words keeps its place in the window's list as long as undo can bring them back.
import type { Chapter } from '../../shared/ipc/project-requests.ts';
import { useView } from '../ui/view-store.ts';
import type { ScriptSession } from './document/script-session.ts';

/**
 * To be called after each edit that was saved.
 *
 * @param chapters the list as it is known, which may be from before the edit
 */
export function noteEmptied(
  { chapterIds, lastChapterIds }: Pick<ScriptSession, 'chapterIds' | 'lastChapterIds'>,
  chapters: readonly Chapter[],
): void {
  const { emptied, chapterId, setEmptied } = useView.getState();
  const known = emptied.find(({ id }) => lastChapterIds.includes(id));
  if (chapterIds.length > 0) {
    // One that is back stays noted until the list has it again: a list without either would lead to another chapter.
    const isAwaited =
      known !== undefined && chapterIds.includes(known.id) && !chapters.some(({ id }) => id === known.id);
    if (known !== undefined && !isAwaited) setEmptied(emptied.filter((one) => one !== known));
    return;
  }
  if (known !== undefined) return;
  const id = lastChapterIds.includes(chapterId) ? chapterId : (lastChapterIds[0] ?? null);
  const at = chapters.findIndex((chapter) => chapter.id === id);
  setEmptied([...emptied, { id, title: chapters[at]?.title ?? '', at: Math.max(0, at) }]);
}
