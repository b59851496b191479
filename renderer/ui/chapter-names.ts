import type { Chapter } from '../../shared/ipc/project-requests.ts';
import { words } from '../locales/words.ts';
import { chapterTitle } from './format.ts';

const t = words('ui');

type TitledChapter = Pick<Chapter, 'id' | 'number' | 'title' | 'part'>;

/**
 * Returns labels that distinguish chapters with the same title. A label is the title of the chapter's part, followed by
 * the chapter's number if the part has several such chapters.
 */
export function chapterPlaces(chapters: readonly TitledChapter[]): ReadonlyMap<number | null, string> {
  const alike = Map.groupBy(chapters, (chapter) => `${chapter.part ?? ''}\n${chapterTitle(chapter)}`);
  return new Map(
    chapters.flatMap((chapter) => {
      const { id, number, part } = chapter;
      const isAlone = alike.get(`${part ?? ''}\n${chapterTitle(chapter)}`)?.length === 1;
      const place = [part, isAlone ? null : t('chapter.numbered', { number })].filter((words) => words !== null);
      return place.length === 0 ? [] : [[id, place.join(' · ')]];
    }),
  );
}
