// Chapters in another order: by dragging, by keys, by menus, each with its way back.
import type { Chapter } from '../../shared/ipc/project-requests.ts';
import { stepOf } from '../../shared/rules/chapter-blocks.ts';
import { ask } from '../bridge/ask.ts';
import { chapterTitle } from '../ui/chapter-title.ts';
import { notify, notifyFailure } from '../ui/toast.tsx';
import { stepUnderWay } from '../ui/undo-history.ts';
import { isHeldBack } from '../ui/writing.tsx';

/** Puts a chapter before another one; null: at the end. */
export function moveChapter(chapter: Pick<Chapter, 'id' | 'title'>, before: number | null): void {
  const { id } = chapter;
  if (id === null || isHeldBack()) return;
  const move = async () => {
    const moved = await ask('script.moveChapter', { chapterId: id, before });
    if (moved.before === before) return;
    const run = () => ask('script.moveChapter', { chapterId: id, before: moved.before });
    const redo = () => ask('script.moveChapter', { chapterId: id, before });
    notify(`“${chapterTitle(chapter)}” was moved.`, { id: 'move-chapter', undo: { run, redo } });
  };
  stepUnderWay(move()).catch(notifyFailure);
}

/** Whether a chapter can go a step up or down. */
export const canStep = (chapters: readonly Chapter[], id: number | null, by: -1 | 1): boolean =>
  id !== null && stepOf(chapters, id, by) !== undefined;

/** Moves a chapter a step up or down, where it can go there. */
export function stepChapter(chapters: readonly Chapter[], id: number | null, by: -1 | 1): void {
  const chapter = chapters.find((one) => one.id === id);
  const before = id === null ? undefined : stepOf(chapters, id, by);
  if (chapter && before !== undefined) moveChapter(chapter, before);
}
